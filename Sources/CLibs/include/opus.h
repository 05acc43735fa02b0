// <opusenc.h> includes <opus.h>, which Debian installs in /usr/include/opus, outside the search path. The folder
// of this file is in the search path of C and of Swift's importer, so no flag is needed.
#include <opus/opus.h>
