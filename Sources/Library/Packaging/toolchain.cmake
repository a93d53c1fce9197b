# GNU's compiler for @TARGET@: cmake -DCMAKE_TOOLCHAIN_FILE=…/share/binnacle/toolchain.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR @PROCESSOR@)
set(CMAKE_C_COMPILER @PREFIX@gcc)
set(CMAKE_CXX_COMPILER @PREFIX@g++)
set(CMAKE_ASM_COMPILER @PREFIX@gcc)
set(CMAKE_C_FLAGS_INIT "@FLAGS@")
set(CMAKE_CXX_FLAGS_INIT "@FLAGS@")
set(CMAKE_ASM_FLAGS_INIT "@FLAGS@")
# A program for a core without an operating system does not link by itself.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
