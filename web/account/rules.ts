/** A check of `contract/rules.ts` as a rule of antd's forms, so that page and server say the same. */
export const ruled = (problem: (value: string) => string | undefined) => ({
  validator(_rule: unknown, value: unknown) {
    const message = problem(typeof value === 'string' ? value : '')
    return message ? Promise.reject(new Error(message)) : Promise.resolve()
  },
})

/** A line of text, counted without blanks around it, as the server counts. */
export const lineProblem =
  (label: string, max: number, min = 1) =>
  (value: string): string | undefined => {
    const { length } = value.trim()
    if (!length) return min ? `请输入${label}` : undefined
    if (length < min) return `${label}至少${min}个字`
    if (length > max) return `${label}最多${max}个字`
  }

export const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase().replace(/\s/g, '') : value)
