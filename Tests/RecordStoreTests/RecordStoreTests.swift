// Tests of RecordStore.
