// <opusenc.h> includes <opus.h>, which Debian keeps in /usr/include/opus, off the search path.
// This folder is on the search path of C and of Swift's importer, so no flag is needed.
#include <opus/opus.h>
