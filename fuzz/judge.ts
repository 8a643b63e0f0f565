import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'

type Answered = Pick<Call, 'output' | 'codes'>

export interface Answer {
  status: number
  body: string
  contentType: string
}

/** What any call may answer beside its own codes: 200, a field, the session, and what never reached a call. */
const common = new Set([200, -41003, -41004, -41016, -41017, -42006, -53003, -53020, 400, 413, 415, 429])

const isUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
export const idsIn = (text: string): string[] => text.match(isUuid) ?? []

/** Of the inside of a server: its stack, its files, its statements, its database's words. */
export const inside =
  /\bat [\w.<>]+ \(|\/server\/|node_modules|node:internal|\b(?:Syntax|Type|Range|Reference|Zod)Error\b|violates [\w-]+ constraint|duplicate key value|invalid input syntax|\bpg_\w+|\brelation "|\bcolumn "|\binsert into\b|\bselect .+ from\b|\bupdate \w+ set\b|\bFST_\w+|ECONNREFUSED/i

/** Three English words in a row are a library's message. */
const english = /[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/

/** What is wrong with an answer, by its kind; undefined when nothing is. `sent`: what the request itself said. */
export function faultOf(call: Answered, { status, body, contentType }: Answer, sent: string): string | undefined {
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
  if (status !== (code >= 400 ? code : 200)) return `code ${code} with HTTP ${status}`
  if (!common.has(code) && !call.codes?.some(each => each === code)) return `code ${code} is not in its contract`
  if (code === 200) return shapeFault(call, data)
  if (!/\p{Script=Han}/u.test(msg)) return `no Chinese message: ${msg.slice(0, 80)}`
  for (const [pattern, what] of [
    [english, 'an English message'],
    [inside, 'its inside'],
  ] as const) {
    const [found] = pattern.exec(`${msg} ${JSON.stringify(data)}`) ?? []
    // What somebody wrote may be named in the answer: an unknown parameter is.
    if (found && !sent.includes(found)) return `${what}: ${found.slice(0, 80)}`
  }
  return undefined
}

function shapeFault(call: Answered, data: unknown): string | undefined {
  const parsed = call.output.safeParse(data)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `outside of its output: ${issue?.path.filter(part => typeof part === 'string').join('.')} ${issue?.message}`
  }
  // What the schema doesn't know is not in what it parsed.
  return isDeepStrictEqual(parsed.data, data) ? undefined : 'more than its output says'
}
