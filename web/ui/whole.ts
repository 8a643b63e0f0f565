import { count } from './format.ts'

/** The first whole number in what was typed or pasted: 1,000 and １２ are numbers, what stands behind a point is left out. */
export const digitsOf = (text: string | undefined) =>
  /\d{1,9}/.exec((text ?? '').normalize('NFKC').replace(/[,\s]/g, ''))?.[0] ?? ''

export const within = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max

/** As a rule of antd's forms, beside `required`: “请输入 1 到 3,650 天”. */
export const between = (min: number, max: number, unit: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    typeof value !== 'number' || within(value, min, max)
      ? Promise.resolve()
      : Promise.reject(new Error(`请输入 ${count(min)} 到 ${count(max)} ${unit}`)),
})
