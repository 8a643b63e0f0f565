/** The most rows that one bulk action may contain, as the contract's bulk calls limit them. */
export const maxBulkRows = 1000
