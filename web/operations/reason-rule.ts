/** At least two characters, in which blanks around them do not count, as the contract has it. */
export const reasonRule = (message: string) => ({
  required: true,
  whitespace: true,
  min: 2,
  transform: (value?: string) => value?.trim(),
  message,
})
