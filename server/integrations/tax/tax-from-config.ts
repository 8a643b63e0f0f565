import type { Config } from '#server/core/config.ts'
import { createNuonuo } from './nuonuo.ts'
import type { TaxService } from './tax.ts'

/** Creates the service named by `TAX_SERVICE`; undefined if invoices are issued at the tax office's site and registered by hand. */
export function createTaxService(config: Config): TaxService | undefined {
  switch (config.taxService) {
    case 'nuonuo':
      return createNuonuo(config)
    case 'manual':
      return undefined
  }
}
