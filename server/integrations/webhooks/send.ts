import type { IncomingMessage } from 'node:http'
import { addressProblem, openRequest, troubleOf } from '#server/integrations/outbound/public-only.ts'

/** Milliseconds for connecting, sending and the answer together. */
const patience = 10_000
/** The most bytes of an answer that are read; the connection is then closed. */
const longestAnswer = 4096
/** The most characters of an answer that are stored. */
const keptAnswer = 1000

/** The answer of the company's system, or the reason why there was none. */
export interface Sent {
  status: number | null
  answer: string
  /** Why the message does not count as accepted; null if it does. */
  problem: string | null
}

/** Posts a body. Any status from 200 to 299 accepts it; redirects are not followed. Never throws. */
export async function postWebhook(
  address: string,
  { headers, body, allowPrivate }: { headers: Record<string, string>; body: string; allowPrivate: boolean },
): Promise<Sent> {
  const problem = addressProblem(address, allowPrivate)
  if (problem) return { status: null, answer: '', problem: `地址不能使用：${problem}` }
  try {
    const response = await openRequest(address, { method: 'POST', headers, body, allowPrivate, patience })
    const status = response.statusCode ?? 0
    const answer = await beginningOf(response)
    const taken = status >= 200 && status < 300
    const redirected = status >= 300 && status < 400
    return { status, answer, problem: taken ? null : redirected ? `HTTP ${status}，不跟随跳转` : `HTTP ${status}` }
  } catch (error) {
    return { status: null, answer: '', problem: troubleOf(error) }
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop ends the connection.
    if (length > longestAnswer) break
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, longestAnswer), { stream: true })
  // PostgreSQL cannot store NUL, and other control characters are of no use.
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, keptAnswer)
    .toWellFormed()
}
