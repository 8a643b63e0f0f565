/** The width below which a list consists of cards and its filters are in a sheet. list.css uses the same width. */
export const narrow = '(max-width: 767px)'
