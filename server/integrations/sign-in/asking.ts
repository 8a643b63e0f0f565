import type { z } from 'zod'
import { guardedFetch, OutboundTrouble } from '#server/integrations/outbound/guarded-fetch.ts'
import { ProviderTrouble } from './provider.ts'

interface Question {
  method?: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: object
  headers?: Record<string, string>
  allowPrivate: boolean
}

/** Sends a request to a provider's interface and parses the answer. The URL may contain a secret and appears in no error. */
export async function askJson<Answer>(
  address: string,
  answer: z.ZodType<Answer>,
  { method = 'GET', body, headers = {}, allowPrivate }: Question,
): Promise<Answer> {
  try {
    const response = await guardedFetch(
      address,
      {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json; charset=utf-8' }) },
        body: body && JSON.stringify(body),
      },
      { allowPrivate },
    )
    const parsed = answer.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success) throw new ProviderTrouble(`应答无法识别（HTTP ${response.status}）`)
    return parsed.data
  } catch (error) {
    throw error instanceof OutboundTrouble ? new ProviderTrouble(error.message) : error
  }
}
