// For a compiler without a C library: what chips.c needs, made by math.c.
double sin(double x), cos(double x), fmod(double x, double y);
long lround(double x);
