// Before binnacle.c in each program that Eva analyses: a call that must not be reached stands for the trap.
/*@ requires never: \false;
    assigns \nothing; */
void never(void);
#define BINNACLE_TRAP() never()
