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

/** Whoever sends a request: a session, a company's token, or nobody. */
interface Sender {
  sid?: string | undefined
  token?: string
}

/** The ways to ask a test's portal whether it admits a sender to a call; its sessions must not change meanwhile. */
export function admissionOf(portal: Awaited<ReturnType<typeof testPortal>>) {
  const { services, system } = portal
  // It only admits, so that it needs no handlers.
  const api = portalApi(services, {} as Handlers)
  const remembering = rememberingRows(system)

  /** Returns the refusal of the function that every request passes before its input is looked at. */
  async function refusalOf([name, definition]: NamedCall, { sid, token }: Sender): Promise<Refusal | undefined> {
    // A token's requests are counted, so that they are never the same.
    const database = token === undefined ? remembering : system
    const within = { ...services, system: database }
    // Admission reads the caller's address, the headers and the sid, and nothing else.
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

  /** Sends an empty body, which shows who has access: access ends in -41003 for a field, or in a success. */
  async function codeFor([, call]: NamedCall, { sid, token }: Sender) {
    const { body } = await portal.post(
      call.path,
      sid === undefined ? {} : { sid },
      token === undefined ? {} : { token },
    )
    return kindOf(JSON.parse(body) as { code: number; data: unknown })
  }

  /**
   * Returns the same without sending it, where the schema refuses an empty body: there admission alone decides. A test sends some
   * senders' requests as well, which shows that each call takes this way.
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

/** Reads each row once: a session is looked up by every request of it. */
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
