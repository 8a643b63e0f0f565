import { z } from 'zod'
import { maxPersonDays } from './people.ts'
import { wholePhone } from './phone.ts'
import {
  captchaProblem,
  creditCodeProblem,
  idCardProblem,
  passwordProblem,
  phoneProblem,
  promotionCodePattern,
} from './rules.ts'
import { visible } from './visible.ts'

/**
 * Fields that several calls share. The messages come from the rules in `rules.ts`, so that page and server use the same wording.
 */
export const ruled = (problem: (value: string) => string | undefined) =>
  z.string({ error: issue => (issue.input === undefined ? problem('') : '须为文字') }).check(context => {
    const message = problem(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** PostgreSQL cannot store NUL, and no page shows the other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/

/**
 * A required line of text, in which leading and trailing blanks do not count. Line breaks and tabs become blanks, because
 * many lines are typed or pasted into fields of several rows. What cannot be seen is left out.
 */
export const line = (label: string, max: number, min = 1) =>
  z
    .string({ error: issue => (issue.input === undefined ? `请输入${label}` : `${label}须为文字`) })
    .overwrite(value => visible(value.replace(/[\t\r\n]+/g, ' ')))
    .trim()
    .min(min, min > 1 ? `${label}至少${min}个字` : `请输入${label}`)
    .max(max, `${label}最多${max}个字`)
    .regex(printable, `${label}含有无法识别的字符`)
    .refine(value => value.isWellFormed(), `${label}含有无法识别的字符`)

export const phone = ruled(phoneProblem)
export const newPassword = ruled(passwordProblem)
export const captcha = ruled(captchaProblem)
export const creditCode = ruled(creditCodeProblem)
export const idCard = ruled(idCardProblem)
export const promotionCode = z
  .string({ error: '请输入推广码' })
  .regex(promotionCodePattern, '推广码为6位字母或数字')
  .transform(value => value.toUpperCase())
export const agreed = z.literal(1, { error: '请勾选服务条款' })
/** The separate consent to the use of sensitive data (contract/consent-names.ts). */
export const consented = z.literal(1, { error: '请勾选单独同意' })
export const joining = z.literal(1, { error: '请勾选同意加入' })
/**
 * An id with a custom message. It is lowercased as PostgreSQL does: to PostgreSQL case makes no difference, but to JavaScript, a
 * hash or a seal an id in capitals would be another one.
 */
export const chosenId = (message: string) => z.uuid({ error: message }).toLowerCase()
export const id = chosenId('编号格式不正确')

/** An id in a text that a client signs, which must stay exactly as it was sent. */
export const signedId = z
  .uuid({ error: '编号格式不正确' })
  .refine(value => value === value.toLowerCase(), '编号须为小写')

/** The client makes one key for each action. A repeated request with the same key has no further effect. */
export const requestKey = z.string({ error: '请提供幂等键' }).regex(/^[\w-]{8,64}$/, '幂等键为8-64位字母、数字、-与_')

/** Identifies a person whom the company's identity provider has just let in, until the person confirms. */
export const signInTicket = z
  .string({ error: '请从企业登录重新开始' })
  .regex(/^[\w.-]{60,120}$/, '请从企业登录重新开始')

/** Days of service for one person. */
export const personDays = z
  .int({ error: '天数须为整数' })
  .min(1, '至少1天')
  .max(maxPersonDays, `最多${maxPersonDays}天`)

/** A part of what is known of people. A whole phone is searched as it is stored, however it was typed or copied. */
export const peopleKeyword = line('关键词', 50).overwrite(value => wholePhone(value) ?? value)

/** The people that one action applies to. */
export const employeeIds = z.array(id, { error: '请选择员工' }).min(1, '请选择员工').max(1000, '一次最多1000人')

export const paging = {
  page: z.int({ error: '页码须为整数' }).min(1, '页码从1开始').max(100_000, '页码过大').default(1),
  page_size: z.int({ error: '每页条数须为整数' }).min(1, '每页至少1条').max(100, '每页最多100条').default(20),
}

/**
 * Reads a whole list, beyond the reach of pages: `after` is null first, then the id of the last row received. Rows are ordered by
 * id, and `more` shows whether others follow. A row that exists throughout is listed once, whatever is added or removed.
 */
export const cursorPaging = { after: id.nullable().optional() }

/** The part of a call's description that explains how to read past the last page. */
export const cursorHelp = (most: number): string =>
  `page 只翻到前${most}条，more 为真即还有而其后各页为空；要读取全部，以 after 代替 page：先给 null，再给上一次最后一行的编号，按编号排列（order 不起作用），more 为假即已读完。`

/**
 * The totals from an earlier page of the same filter. They are returned unchanged instead of counting again, because counting takes
 * most of a long list's time.
 */
export const knownTotals = z.strictObject({ total: z.int().min(0), more: z.boolean() }).optional()

/** The answer of a list: one page and the total count. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ list: z.array(item), total: z.int() })

/** Reports whether a date is plausible: PostgreSQL has no year 0, and pages show no day outside this range. */
const isPlausibleDate = (value: string) => value >= '1900' && value < '3000'

/** A day and an instant as input. */
export const day = (message: string) =>
  z.iso.date({ error: message }).refine(isPlausibleDate, '日期须在1900年至2999年之间')
export const moment = (message: string) =>
  z.iso.datetime({ error: message }).refine(isPlausibleDate, '时间须在1900年至2999年之间')

/** Compares two instants. Their texts cannot be compared, because only some have fractions of a second. */
export const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other)

/** The entry through which the act can be undone; absent if the act changed nothing. */
export const undoFields = { activity_id: id.optional() }

/** A month in China, as YYYY-MM. */
export const month = z.string({ error: '请选择月份' }).regex(/^2\d{3}-(0[1-9]|1[0-2])$/, '月份格式不正确')

/** An instant, ISO 8601 in UTC. Pages show it as Asia/Shanghai. */
export const instant = z.iso.datetime()
