# find_package(binnacle) gives the target binnacle::binnacle (@TARGET@).
get_filename_component(_binnacle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET binnacle::binnacle)
  add_library(binnacle::binnacle STATIC IMPORTED)
  set_target_properties(binnacle::binnacle PROPERTIES
    IMPORTED_LOCATION "${_binnacle_prefix}/lib/libbinnacle.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_INCLUDE_DIRECTORIES "${_binnacle_prefix}/include"
    INTERFACE_LINK_OPTIONS "@GC@")
endif()
unset(_binnacle_prefix)
