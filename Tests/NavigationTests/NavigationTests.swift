// Tests of Navigation.
