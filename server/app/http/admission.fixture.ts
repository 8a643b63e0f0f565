import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { PublicContext } from '#server/engines/context.ts'
import type { testPortal } from '#server/testing/portal.ts'
import { type Handlers, portalApi } from './portal-api.ts'

export type NamedCall = readonly [CallName, Call]

/** The sender of a request: a session, a company's token, or nobody. */
interface Sender {
  sid?: string | undefined
  token?: string
}

/** Returns functions that test whether the portal admits a sender to a call; its sessions must not change meanwhile. */
export function admissionOf(portal: Awaited<ReturnType<typeof testPortal>>) {
  const { services, system } = portal
  // Only admission is used, which needs no handlers.
  const api = portalApi(services, {} as Handlers)
  const remembering = rememberingRows(system)

  /** Returns the refusal, if any, of the admission that every request passes before its input is read. */
  async function refusalOf([name, definition]: NamedCall, { sid, token }: Sender): Promise<Refusal | undefined> {
    // A token's requests are counted, so their statements must not be cached.
    const database = token === undefined ? remembering : system
    const within = { ...services, system: database }
    // Admission reads only the caller's address, the headers and the sid.
    const base = { services: within, system: database, caller: { ip: '127.0.0.1' } } as PublicContext
    const bearer = token !== undefined && { authorization: `Bearer ${token}` }
    const request = { headers: { 'idempotency-key': randomUUID(), ...bearer } } as unknown as FastifyRequest
    const fields = sid === undefined ? {} : { sid }
    try {
      await api.admit({ base, name, definition, fields, request })
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** Sends an empty body, which suffices to test access: an admitted sender gets -41003 for a field, or a success. */
  async function codeFor([, call]: NamedCall, { sid, token }: Sender) {
    const { body } = await portal.post(
      call.path,
      sid === undefined ? {} : { sid },
      token === undefined ? {} : { token },
    )
    return kindOf(JSON.parse(body) as { code: number; data: unknown })
  }

  /**
   * Returns the same result without sending the request if the schema refuses an empty body, so that admission alone decides. A
   * test also sends some senders' requests, which shows that each call passes through this admission.
   */
  async function accessOf(of: NamedCall, sender: Sender) {
    if (of[1].input.safeParse({}).success) return codeFor(of, sender)
    const refusal = await refusalOf(of, sender)
    return refusal ? kindOf(refusal) : -41003
  }

  return { codeFor, accessOf }
}

const kindOf = ({ code, data }: { code: number; data: unknown }) =>
  code === -41003 && data === 'sid' ? 'no sid' : code

/** Caches each row: every request of a session looks it up. */
function rememberingRows(database: Database): Database {
  const read = new Map<string, Promise<unknown>>()
  return {
    ...database,
    row: schema => {
      const readRow = database.row(schema)
      return (strings, ...values) => {
        const key = JSON.stringify([strings, values])
        const row = read.get(key) ?? readRow(strings, ...values)
        read.set(key, row)
        // The same statement has the same rows.
        return row as ReturnType<typeof readRow>
      }
    },
  }
}
