/** The checks that browser and server share. The public pages' scripts import this file, so it must not import zod. */

import { grouped } from './prices.ts'

/** Matches mainland mobile numbers. The zh-CN pattern of validator lacks some ranges that are in use. */
export const phonePattern = /^1(?:3\d|4[579]|5[0-35-9]|6[125-7]|7[0-8]|8\d|9[0-35-9])\d{8}$/
export const promotionCodePattern = /^[A-Za-z0-9]{6}$/
export const captchaPattern = /^\d{6}$/

export const password = { min: 6, max: 18 } as const
export const instanceId = 23
/** The client name that the portal's own pages send in the authorization header. */
export const webClient = 'portal-web'
/**
 * The header in which a page sends the tag of the answer that it holds, or `-` for none. The server then sends the answer with its
 * tag, or only `unchangedCode` if it has not changed.
 */
export const answerTag = 'answer-tag'
export const unchangedCode = 304
/** The header of an answer that was given before: the request repeats an idempotency key, and changed nothing. */
export const replayed = 'idempotency-replayed'
/** The path, below the API base path, from which a document fetches all answers that its page shows first. */
export const firstAnswersPath = '/v1/app/getFirstAnswers'
export const maxFirstCalls = 12
export const channelId = 1
export const clientVersion = '1201'
/** The sizes of a company that its form offers. */
export const companySizes = ['1-20人', '21-50人', '51-200人', '201-500人', '500人以上'] as const
export const clientTypes = { windows: 1, android: 2, mac: 4 } as const

/** A check returns the message to show, or undefined when the value passes. */
type Problem = string | undefined

/** Checks a phone for registration, password reset and change of phone. */
export function phoneProblem(phone: string): Problem {
  if (!phone) return '请输入手机号'
  if (phone.length !== 11) return '请输入11位手机号'
  if (!phonePattern.test(phone)) return '请输入规范的手机号'
}

/** Checks a password for registration, reset and change. */
export function passwordProblem(value: string): Problem {
  if (!value) return '请输入密码'
  if (value.length < password.min) return '密码最小长度6位'
  if (value.length > password.max) return '密码最大长度18位'
}

export function captchaProblem(value: string): Problem {
  if (!value) return '请输入验证码'
  if (!captchaPattern.test(value)) return '验证码为 6 位数字'
}

export function inviteCodeProblem(value: string): Problem {
  if (value && !promotionCodePattern.test(value)) return '邀请码为6位字母或数字'
}

/** Checks the home page's login panel, which has phone and password only and shows the first failure as a message. */
export function simpleLoginProblem(phone: string, secret: string): Problem {
  if (!phone) return '请输入手机号'
  if (phone.length !== 11) return '请输入11手机号'
  if (!phonePattern.test(phone)) return '请输入规范的手机号'
  if (!secret) return '请输入密码'
  if (secret.length > password.max) return '请输入密码最大长度18位'
  if (secret.length < password.min) return '请输入密码最小长度6位'
}

/** The checks of the overlay's login panel, which shows failures at its fields. */
export const portalLogin = {
  account: (value: string): Problem => (value ? undefined : '请输入登录账号'),
  password(value: string): Problem {
    if (!value) return '请输入登录密码'
    if (value.length < password.min) return '密码最小长度6位'
    if (value.length > password.max) return '密码最大长度18位'
  },
  agreement: (ticked: boolean): Problem => (ticked ? undefined : '请勾选服务条款'),
} as const

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Checks a unified social credit code, GB 32100-2015: 18 characters, the last of which is a check character. */
export function creditCodeProblem(code: string): Problem {
  if (!code) return '请输入统一社会信用代码'
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code))
    return '统一社会信用代码为18位数字和大写字母（不含I、O、S、V、Z）'
  let sum = 0
  let weight = 1
  for (const character of code.slice(0, 17)) {
    sum += creditAlphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  // The outer mod turns 31 into 0. Implementations that forget it refuse every code that ends in 0.
  if (creditAlphabet[(31 - (sum % 31)) % 31] !== code[17]) return '统一社会信用代码校验位不正确，请核对'
}

const provinces =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' ')
const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Checks a resident identity card, GB 11643-1999: province, an existing date in the past, check digit. */
export function idCardProblem(number: string, today = new Date()): Problem {
  if (!number) return '请输入身份证号'
  const parts = /^(\d{2})\d{4}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number)
  if (!parts) return '身份证号为18位数字，末位可为X'
  const [, province = '', year, month, day] = parts
  if (!provinces.includes(province)) return '身份证号的地区码不正确'
  const birth = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = birth.getUTCMonth() === Number(month) - 1 && birth.getUTCDate() === Number(day)
  if (!exists || Number(year) < 1900 || birth > today) return '身份证号的出生日期不正确'
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  if ('10X98765432'[sum % 11] !== number[17]) return '身份证号校验位不正确，请核对'
}

export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** Rates how hard a password is to guess, from 0 (weak, but not refused) to 4. It is a meter, not a rule. */
export function passwordStrength(value: string): 0 | 1 | 2 | 3 | 4 {
  if (value.length < password.min) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter(kind => kind.test(value)).length
  const distinct = new Set(value).size
  const score = (value.length >= 10 ? 1 : 0) + (value.length >= 14 ? 1 : 0) + (kinds - 1) + (distinct < 5 ? -2 : 0)
  return Math.min(4, Math.max(0, score)) as 0 | 1 | 2 | 3 | 4
}

/** Minutes for which a password that was entered still proves who is at the page (`proof` in call.ts). */
export const proofMinutes = 5

/** Returns the whole number that makes up a cell or text, or null. */
export const wholeNumberIn = (text: string): number | null => (/^-?\d+$/.test(text.trim()) ? Number(text) : null)

/** Returns the text of a refusal: a message that ends in a colon is completed by its data; a number there is a count. */
export function sentence({ msg, data }: { msg: string; data: unknown }): string {
  const completed = typeof data === 'number' ? grouped(data) : data
  return msg.endsWith('：') && typeof completed === 'string' ? `${msg}${completed}` : msg
}
