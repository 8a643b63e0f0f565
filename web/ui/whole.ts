import { count } from './format.ts'

/**
 * Extracts the whole number from typed or pasted text: 1,000 and １２ are numbers, -3 and 2.5 are not, because 3 and 2 would be
 * different numbers from those written.
 */
export function parseDigits(text: string | undefined): string {
  const plain = (text ?? '').normalize('NFKC').replace(/[,\s]/g, '')
  return /[-−]\d|\.\d/.test(plain) ? '' : (/\d{1,9}/.exec(plain)?.[0] ?? '')
}

export const within = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max

/** An antd form rule to be used with `required`: “请输入 1 到 3,650 天”. */
export const between = (min: number, max: number, unit: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    typeof value !== 'number' || within(value, min, max)
      ? Promise.resolve()
      : Promise.reject(new Error(`请输入 ${count(min)} 到 ${count(max)} ${unit}`)),
})
