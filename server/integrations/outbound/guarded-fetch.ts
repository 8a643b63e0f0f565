import { addressProblem, openRequest, troubleOf } from './public-only.ts'

/** Why a company's server gave no answer, in words for the company. */
export class OutboundTrouble extends Error {}

interface Request {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

interface Limits {
  /** True in tests only. */
  allowPrivate: boolean
  /** Bytes of an answer; no document of an identity provider is larger than a megabyte. */
  longest?: number
  /** Milliseconds for connecting, sending and the answer together. */
  patience?: number
}

/**
 * Like `fetch`, sends a request to a server that a company has named, but never into internal networks, without following redirects
 * or reading endless answers.
 */
export async function guardedFetch(
  address: string,
  { method = 'GET', headers = {}, body = '' }: Request,
  { allowPrivate, longest = 1024 * 1024, patience = 10_000 }: Limits,
): Promise<Response> {
  const problem = addressProblem(address, allowPrivate)
  if (problem) throw new OutboundTrouble(`地址不能使用：${problem}`)
  try {
    const answer = await openRequest(address, { method, headers, body, allowPrivate, patience })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length
      // Leaving the loop ends the connection.
      if (length > longest) throw new OutboundTrouble('应答过大')
      chunks.push(chunk)
    }
    const headerPairs = Object.entries(answer.headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((each): [string, string] => [name, each]),
    )
    const status = answer.statusCode ?? 500
    // A response of these has no body.
    return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), {
      status,
      headers: headerPairs,
    })
  } catch (error) {
    throw error instanceof OutboundTrouble ? error : new OutboundTrouble(troubleOf(error, patience))
  }
}
