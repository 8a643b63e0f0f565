/** At least two characters without surrounding blanks, as in the contract. */
export const reasonRule = (message: string) => ({
  required: true,
  whitespace: true,
  min: 2,
  transform: (value?: string) => value?.trim(),
  message,
})
