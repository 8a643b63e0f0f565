import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import type { Gateway, Gateways } from '#server/integrations/gateways/gateway.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'

interface Seen {
  succeededAt: Date | null
  failedAt: Date | null
  failure: string | null
  /** Failures since the last success, and whether there was one. */
  failures: number
}

/**
 * Counts the outcomes of requests to outside services. They are only noted here, and written by `flush`, so that no request
 * waits.
 */
export interface Outcomes {
  succeeded(name: string): void
  failed(name: string, failure: string): void
  flush(database: Database): Promise<void>
}

export function noteOutcomes(): Outcomes {
  let seen = new Map<string, Seen>()
  const of = (name: string) => seen.get(name) ?? { succeededAt: null, failedAt: null, failure: null, failures: 0 }
  return {
    succeeded: name => void seen.set(name, { ...of(name), succeededAt: new Date(), failures: 0 }),
    failed: (name, failure) =>
      void seen.set(name, { ...of(name), failedAt: new Date(), failure, failures: of(name).failures + 1 }),
    async flush(database) {
      if (!seen.size) return
      const writing = seen
      seen = new Map()
      try {
        await write(database, writing)
      } catch (error) {
        // Outcomes collected meanwhile are newer.
        seen = new Map([...writing, ...seen])
        throw error
      }
    },
  }
}

const write = (database: Database, seen: ReadonlyMap<string, Seen>) => {
  const rows = [...seen].sort().map(([name, { succeededAt, failedAt, failure, failures }]) => ({
    name,
    succeeded_at: succeededAt?.toISOString(),
    failed_at: failedAt?.toISOString(),
    failure,
    failures,
  }))
  const types = {
    name: 'text',
    succeeded_at: 'timestamptz',
    failed_at: 'timestamptz',
    failure: 'text',
    failures: 'integer',
  }
  return database.change`
    insert into service_outcome as outcome (name, succeeded_at, failed_at, failure, failures)
    select name, succeeded_at, failed_at, failure, failures from ${values(rows, types)}
    on conflict (name) do update set succeeded_at = greatest(outcome.succeeded_at, excluded.succeeded_at),
      failed_at = greatest(outcome.failed_at, excluded.failed_at),
      failure = coalesce(excluded.failure, outcome.failure),
      failures = excluded.failures + case when excluded.succeeded_at is null then outcome.failures else 0 end`
}

export const serviceOutcome = z.object({
  name: z.string(),
  succeeded_at: instant.nullable(),
  failed_at: instant.nullable(),
  failure: z.string().nullable(),
  failures: z.int(),
})

export const readOutcomes = (database: Database, names: readonly string[]) =>
  database.rows(serviceOutcome)`
    select name, succeeded_at, failed_at, failure, failures from service_outcome
    where name = any(${[...names]}) order by name`

/** Returns the name under which a gateway's outcomes are stored. */
export const gatewayOutcome = (gateway: string) => `gateway:${gateway}`

/** Records the outcomes of requests to the gateways. */
export function watchGateways(gateways: Gateways, outcomes: Outcomes): Gateways {
  const watched = Object.entries(gateways.online).map(([name, gateway]) => [name, watch(gateway, name, outcomes)])
  // The entries are those of `online`, each under its own name.
  return { ...gateways, online: Object.fromEntries(watched) as Gateways['online'] }
}

function watch(gateway: Gateway, name: string, outcomes: Outcomes): Gateway {
  const noted = async <Answer>(asking: Promise<Answer>, answered = (_: Answer) => true): Promise<Answer> => {
    try {
      const answer = await asking
      if (answered(answer)) outcomes.succeeded(gatewayOutcome(name))
      return answer
    } catch (error) {
      if (error instanceof GatewayFailure) outcomes.failed(gatewayOutcome(name), error.message.slice(0, 200))
      throw error
    }
  }
  return {
    ...gateway,
    // A payment URL is signed here without a request to the gateway; a QR code comes from the gateway.
    open: request => noted(gateway.open(request), ({ codeUrl }) => codeUrl !== null),
    query: outTradeNo => noted(gateway.query(outTradeNo)),
    close: outTradeNo => noted(gateway.close(outTradeNo)),
    refund: request => noted(gateway.refund(request)),
    queryRefund: refund => noted(gateway.queryRefund(refund)),
  }
}
