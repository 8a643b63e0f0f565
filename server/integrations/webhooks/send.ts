import type { IncomingMessage } from 'node:http'
import { addressProblem, openRequest, troubleOf } from '#server/integrations/outbound/public-only.ts'

/** Milliseconds for connecting, sending and the answer together. */
const patience = 10_000
/** Bytes of the answer that are read; the connection ends with the rest. */
const longestAnswer = 4096
/** Characters of it that are kept. */
const keptAnswer = 1000

/** The answer of the company's system, or the reason why there was none. */
export interface Sent {
  status: number | null
  answer: string
  /** Why it does not count as taken; null where it does. */
  problem: string | null
}

/** Posts a body. Any status of 200 to 299 takes it; a redirect is followed by nobody. It never throws. */
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
  // PostgreSQL can't store NUL, and nobody reads the other control characters.
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, keptAnswer)
    .toWellFormed()
}
