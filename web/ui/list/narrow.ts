/** On a phone a list is made of cards, and its filters wait in a sheet. list.css has the same width. */
export const narrow = '(max-width: 767px)'
