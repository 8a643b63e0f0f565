import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'

type JudgedCall = Pick<Call, 'output' | 'codes'>

export interface Answer {
  status: number
  body: string
  contentType: string
}

/** Codes that any call may answer: success, a bad field, a lost session, a key used twice, an old proof, and no such call. */
const commonCodes = new Set([
  200, -41003, -41004, -41016, -41017, -41020, -41021, -41022, -41024, -41051, -41052, -41053, -41054, -42006, -53003,
  -53020, 400, 413, 415, 429,
])

/** Programs check the status, so a token is refused by it. */
const tokenStatuses: Record<number, number> = { [-41051]: 401, [-41052]: 403, [-41053]: 403, [-41054]: 403 }

const isUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
export const extractIds = (text: string): string[] => text.match(isUuid) ?? []

/** Matches leaks of a server's internals: its stack, files, statements and database messages. */
export const leakPattern =
  /\bat [\w.<>]+ \(|\/server\/|node_modules|node:internal|\b(?:Syntax|Type|Range|Reference|Zod)Error\b|violates [\w-]+ constraint|duplicate key value|invalid input syntax|\bpg_\w+|\brelation "|\bcolumn "|\binsert into\b|\bselect .+ from\b|\bupdate \w+ set\b|\bFST_\w+|ECONNREFUSED/i

/** Three English words in a row come from a library's message. */
const englishPattern = /[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/

/** Names the kind of fault in an answer; undefined when there is none. */
export function findFault(
  call: JudgedCall,
  { status, body, contentType }: Answer,
  requestText: string,
): string | undefined {
  if (status >= 500) return `HTTP ${status}`
  if (!contentType.startsWith('application/json')) return `content type ${contentType}`
  let answer: { code: number; msg: string; data: unknown }
  try {
    answer = JSON.parse(body)
  } catch {
    return `HTTP ${status}, no JSON`
  }
  if (Object.keys(answer ?? {}).join() !== 'code,msg,data') return `HTTP ${status}, no envelope`
  const { code, msg, data } = answer
  if (!(code in codes)) return `code ${code} is none`
  if (status !== (tokenStatuses[code] ?? (code >= 400 ? code : 200))) return `code ${code} with HTTP ${status}`
  if (!commonCodes.has(code) && !call.codes?.some(each => each === code)) return `code ${code} is not in its contract`
  if (code === 200) return shapeFault(call, data)
  if (!/\p{Script=Han}/u.test(msg)) return `no Chinese message: ${msg.slice(0, 80)}`
  for (const [pattern, description] of [
    [englishPattern, 'an English message'],
    [leakPattern, 'its inside'],
  ] as const) {
    const [match] = pattern.exec(`${msg} ${JSON.stringify(data)}`) ?? []
    // An answer may repeat the request's own text, such as the name of an unknown parameter.
    if (match && !requestText.includes(match)) return `${description}: ${match.slice(0, 80)}`
  }
  return undefined
}

function shapeFault(call: JudgedCall, data: unknown): string | undefined {
  const parsed = call.output.safeParse(data)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `outside of its output: ${issue?.path.filter(part => typeof part === 'string').join('.')} ${issue?.message}`
  }
  // Parsing drops the fields that the schema doesn't know.
  return isDeepStrictEqual(parsed.data, data) ? undefined : 'more than its output says'
}
