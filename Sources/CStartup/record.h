// What the files of CStartup share: RAM that a reset does not clear.
#ifndef CSTARTUP_RECORD_H
#define CSTARTUP_RECORD_H

#include "CStartup.h"

/// Lies at the end of RAM, outside every loaded section: neither startup nor a loader writes it.
struct startup_kept {
  /// Boots since power came on, and a word that tells a count from the noise RAM powers up with.
  uint32_t boots, boots_check;
  struct startup_fault fault;
  /// Sum over `fault`, so that a record half written or never written is none.
  uint32_t fault_check;
};

void startup_count_boot(void);

#endif
