import type { GatewayName } from '#contract/shop.ts'
import { dayInChina, daysAfter } from '#server/core/service-time.ts'
import { startOfDay } from '#server/database/china-day.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import type { PaymentServices } from '../asking.ts'
import { addDays, keepBill, setProblem, takeUnread } from './bills.sql.ts'
import { compareBill } from './compare.ts'

/** Gateways make the bill of a day until ten o'clock of the next. A day without a bill at noon is a day without payments. */
const certainFrom = (day: string) => Date.parse(daysAfter(startOfDay(day), 1.5))

/** Reads the bills that are due from all gateways, compares each with our records, and stores the differences. */
export async function readBills(services: PaymentServices, stopping: AbortSignal, now = Date.now()): Promise<void> {
  const gateways = Object.entries(services.gateways.online) as [GatewayName, Gateway][]
  for (const [name, gateway] of gateways) {
    await addDays(services.system, name, dayInChina(now))
    for (const { day } of await takeUnread(services.system, name)) {
      if (stopping.aborted) return
      await readBill(services, { name, gateway, day }, now)
    }
  }
}

async function readBill(
  services: PaymentServices,
  { name, gateway, day }: { name: GatewayName; gateway: Gateway; day: string },
  now: number,
): Promise<void> {
  try {
    const entries = await gateway.bill(day)
    if (!entries && now < certainFrom(day)) return
    const differences = await compareBill(services, { gateway, name, day, entries: entries ?? [] })
    await keepBill(services.system, { gateway: name, day }, entries ?? [], differences)
    if (differences.length)
      services.log.warn({ gateway: name, day, differences: differences.length }, '渠道账单与本站的记录不一致')
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error
    services.log.error({ gateway: name, day, failure: error.message }, '渠道账单未能读取')
    await setProblem(services.system, name, day, error.message)
  }
}
