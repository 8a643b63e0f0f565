import { z } from 'zod'
import { hmac } from '#server/core/seal.ts'
import { PushFailure, pushTimeout } from './push.ts'

/** Answers are some hundred bytes; this keeps a longer one from filling the memory. */
const longestAnswer = 64 * 1024

const answer = z.looseObject({
  errcode: z.number().optional(),
  errmsg: z.string().optional(),
  code: z.number().optional(),
  msg: z.string().optional(),
})
export type RobotAnswer = z.output<typeof answer>

/** Sends a request like `fetch`, without following redirects. */
export type Ask = (
  address: string,
  request: { method: string; headers: Record<string, string>; body: string },
) => Promise<Response>

const ask: Ask = (address, request) =>
  // A robot never redirects; following a redirect would reveal the key to another server.
  fetch(address, { ...request, redirect: 'error', signal: AbortSignal.timeout(pushTimeout) })

/**
 * Posts a message to a robot and returns its answer. The URL contains the robot's key and appears in no error. For a URL entered by
 * a company, `by` must check the address.
 */
export async function postToRobot(name: string, address: string, body: object, by = ask): Promise<RobotAnswer> {
  let text: string
  try {
    const response = await by(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    })
    text = await readShort(response)
    if (!response.ok) throw new PushFailure(`${name} HTTP ${response.status}`, isTemporary(response.status))
  } catch (error) {
    if (error instanceof PushFailure) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new PushFailure(late ? `${name}没有在限定时间内应答` : `${name}无法连接`, true)
  }
  try {
    return answer.parse(JSON.parse(text))
  } catch {
    throw new PushFailure(`${name}的应答无法识别`, true)
  }
}

const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408

async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Signs as the robots of 钉钉 and 飞书 want it. */
export const signText = (key: string, text: string): string => hmac(Buffer.from(key), text).toString('base64')

/** Shortens a text to the given number of bytes in UTF-8 without splitting a character. */
export function withinBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  const end = '……'
  const kept = Buffer.from(text).subarray(0, max - Buffer.byteLength(end))
  return `${new TextDecoder().decode(kept, { stream: true })}${end}`
}

/** Full-width characters look alike and mean nothing to a robot. */
const widen = (mark: string) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0)

/**
 * Replaces what makes a bare address a link: chat clients link whatever looks like one, even in plain text. A name or a request
 * typed by a user must not lead a group anywhere.
 */
export const unlinked = (text: string): string => text.replace(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, widen)

/** Also replaces the characters of Markdown, so that the text neither mentions anybody in the group nor contains links. */
export const plain = (text: string): string => unlinked(text).replace(/[<>[\]()#*_`~!|\\]/g, widen)
