#define PIECES_SEEN
