/* The update of enumerate/frontier/kernel.py as a plain C loop, for the ratio in positions.py. */
#include <stdint.h>

static inline uint32_t montgomery(uint32_t a, uint32_t b, uint32_t p, uint32_t ninv) {
    uint64_t t = (uint64_t)a * b;
    uint32_t m = (uint32_t)t * ninv;
    uint32_t r = (uint32_t)(t >> 32) - (uint32_t)(((uint64_t)m * p) >> 32);
    uint32_t s = r + p;
    return r < s ? r : s;
}

static inline uint32_t reduce(uint32_t a, uint32_t p) {
    uint32_t s = a - p;
    return a < s ? a : s;
}

/* For every target: the sum of its weighted sources, one after the other, lane by lane. */
void apply(const uint32_t *restrict old, uint32_t *restrict new, int64_t lanes, int64_t runs, const int32_t *start,
           const int32_t *first, const int32_t *source, const int8_t *weight, const uint32_t *restrict p,
           const uint32_t *restrict ninv, const uint32_t *restrict table, int64_t stride) {
    for (int64_t run = 0; run < runs; run++) {
        for (int64_t t = start[run]; t < start[run + 1]; t++) {
            uint32_t *restrict out = new + t * lanes;
            for (int64_t k = 0; k < lanes; k++) out[k] = 0;
            for (int64_t i = first[run]; i < first[run + 1]; i++) {
                const uint32_t *restrict in = old + (source[i] + t - start[run]) * lanes;
                const uint32_t *restrict factor = table + weight[i] * stride;
                if (weight[i])
                    for (int64_t k = 0; k < lanes; k++)
                        out[k] = reduce(out[k] + montgomery(in[k], factor[k], p[k], ninv[k]), p[k]);
                else
                    for (int64_t k = 0; k < lanes; k++) out[k] = reduce(out[k] + in[k], p[k]);
            }
        }
    }
}
