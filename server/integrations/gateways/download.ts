import { GatewayFailure } from './gateway-failure.ts'

/** The approximate size of a bill with 200,000 payments. */
const longestBill = 64 * 1024 * 1024
/** Milliseconds for the whole file. */
const timeout = 60_000

/** Downloads a bill. Throws GatewayFailure if there is no answer, a failure, or an answer that is too long. */
export async function download(name: string, url: URL, headers: Record<string, string> = {}): Promise<Buffer> {
  try {
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) })
    if (!answer.ok || !answer.body) throw new GatewayFailure(`${name}的账单没有下载成功（HTTP ${answer.status}）`, true)
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of answer.body) {
      length += part.length
      if (length > longestBill) throw new GatewayFailure(`${name}的账单超过 64 MB`, false)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof GatewayFailure) throw error
    // The URL contains a token, so the error's text is not passed on.
    throw new GatewayFailure(`${name}的账单没有下载成功`, true)
  }
}
