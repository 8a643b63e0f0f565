import { z } from 'zod'

// The schema library's own messages are shown for fields without one.
z.config(z.locales.zhCN())

/** An environment variable: how it is parsed, what it means, and whether production requires it. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  env: string
  about: string
  schema: Schema
  /** Production refuses to start without it. */
  production?: true
  /** Never logged, never printed. */
  secret?: true
}

export const setting = <Schema extends z.ZodType>(definition: Setting<Schema>) => definition

export const text = (fallback: string) => z.string().default(fallback)
export const optional = z.string().min(1).optional()
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `应为 ${values.join('、')} 之一`)
export const flag = oneOf(['0', '1', 'true', 'false'])
  .default('0')
  .transform(value => value === '1' || value === 'true')
export const integer = (fallback: number, min: number, max: number) => {
  const error = `应为 ${min} 到 ${max} 之间的整数`
  return z.coerce.number(error).int(error).min(min, error).max(max, error).default(fallback)
}
/** A host, which may have a port, with or without a scheme before it and a path after it: providers print their endpoints bare. */
export const endpoint = z
  .string()
  .regex(
    /^(https?:\/\/)?([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?(\/\S*)?$/i,
    '应为主机名，可带端口，或 http:// 、https:// 开头的网址',
  )
export const address = z
  .url({ protocol: /^https?$/, error: '应为 http:// 或 https:// 开头的网址' })
  .transform(value => value.replace(/\/+$/, ''))
