// Tests of FieldMonitor.
