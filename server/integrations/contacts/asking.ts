import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { guardedFetch, OutboundTrouble } from '#server/integrations/outbound/guarded-fetch.ts'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'
import type { ContactsOutside, ContactsSettings } from './contacts.ts'

/** The provider's error codes. */
interface Rules {
  name: string
  /** The access token is unknown or has ended. */
  expired: readonly number[]
  /** Too many questions in a short time. */
  limited: readonly number[]
}

interface Question {
  method?: 'GET' | 'POST'
  body?: object
  headers?: Record<string, string>
  /** The answer is a complete list, which grows with the company. */
  isList?: boolean
}

/** 60,000 people in a department of 企业微信. Providers have fixed addresses, so nobody else can fill the memory. */
const listLimits = { longest: 64 * 1024 * 1024, patience: 60_000 }

interface NewToken {
  token: string
  /** Seconds. */
  lasts: number
}

/** The most retries of a request; the last wait is 32 times the first. */
const maxRetries = 6
/** Seconds before its expiry at which a token is renewed. */
const early = 300
const maxTokens = 1000

/** This process's access tokens, shared by all requests for a company: the providers limit how often a token is issued. */
const tokens = new Map<string, { token: Promise<NewToken>; until: number }>()

export type Send = (address: string, question?: Question) => Promise<{ status: number; body: unknown }>

const sender =
  ({ allowPrivate }: ContactsOutside): Send =>
  async (address, { method = 'GET', body, headers = {}, isList = false } = {}) => {
    try {
      const response = await guardedFetch(
        address,
        {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json; charset=utf-8' }) },
          body: body && JSON.stringify(body),
        },
        { allowPrivate, ...(isList && listLimits) },
      )
      return { status: response.status, body: await response.json().catch(() => undefined) }
    } catch (error) {
      throw error instanceof OutboundTrouble ? new ProviderTrouble(error.message) : error
    }
  }

/** Parses an answer of this shape. The URL may contain a secret and appears in no error. */
function read<Answer>(name: string, { status, body }: { status: number; body: unknown }, schema: z.ZodType<Answer>) {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new ProviderTrouble(`${name}的应答无法识别（HTTP ${status}）`)
  return parsed.data
}

interface Asking {
  settings: ContactsSettings
  outside: ContactsOutside
  rules: Rules
  newToken(
    ask: <Answer>(address: string, schema: z.ZodType<Answer>, question?: Question) => Promise<Answer>,
  ): Promise<NewToken>
  codeOf(body: unknown): number
}

/**
 * Sends requests with the cached access token: renews it when it has expired, and retries after a while when the provider reports
 * too many requests.
 */
export function asking({ settings, outside, rules, newToken, codeOf }: Asking) {
  const send = sender(outside)
  const secret = hash('sha256', settings.secret, 'hex')
  const key = JSON.stringify([settings.kind, outside.bases, settings.tenant, settings.clientId, secret])

  async function tokenNow(): Promise<string> {
    const cached = tokens.get(key)
    if (cached && cached.until > Date.now()) return (await cached.token).token
    if (tokens.size >= maxTokens) tokens.clear()
    const token = newToken(async (address, schema, question) => read(rules.name, await send(address, question), schema))
    // Until its lifetime is known, other requests wait for the same token.
    tokens.set(key, { token, until: Number.POSITIVE_INFINITY })
    try {
      const { lasts } = await token
      tokens.set(key, { token, until: Date.now() + Math.max(1, lasts - early) * 1000 })
      return (await token).token
    } catch (error) {
      tokens.delete(key)
      throw error
    }
  }

  return async <Answer>(
    question: (token: string) => Parameters<Send>,
    schema: z.ZodType<Answer>,
  ): Promise<{ code: number; answer: Answer }> => {
    let renewed = false
    for (let waits = 0; ; ) {
      const token = await tokenNow()
      const received = await send(...question(token))
      const code = codeOf(received.body)
      if (rules.expired.includes(code) && !renewed) {
        renewed = true
        // Another question may have renewed it by now.
        const cached = tokens.get(key)
        if (cached && (await cached.token).token === token) tokens.delete(key)
        continue
      }
      if (received.status !== 429 && !rules.limited.includes(code))
        return { code, answer: read(rules.name, received, schema) }
      if (waits === maxRetries) throw new ProviderTrouble(`${rules.name}限制了调用的次数，请稍后再试`)
      await sleep(outside.waitMs * 2 ** waits, undefined, { signal: outside.stopping })
      waits += 1
    }
  }
}
