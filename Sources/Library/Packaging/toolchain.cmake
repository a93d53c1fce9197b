# GNU's compiler for @TARGET@: cmake -DCMAKE_TOOLCHAIN_FILE=…/share/binnacle/toolchain.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR @PROCESSOR@)
set(CMAKE_C_COMPILER @PREFIX@gcc)
set(CMAKE_CXX_COMPILER @PREFIX@g++)
set(CMAKE_ASM_COMPILER @PREFIX@gcc)
# More flags, which join those of the core: -DBINNACLE_FLAGS="-mfloat-abi=hard -mfpu=fpv4-sp-d16". The archive links with any
# float ABI.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BINNACLE_FLAGS)
foreach(language C CXX ASM)
  set(CMAKE_${language}_FLAGS_INIT "@FLAGS@ ${BINNACLE_FLAGS}")
endforeach()
# A program for a core without an operating system does not link by itself.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
