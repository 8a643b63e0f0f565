/** At most this many rows are acted upon at once: what the contract's bulk calls take. */
export const bulkMost = 1000
