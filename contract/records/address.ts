import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { addressFields, addressStates } from './address-fields.ts'
import { record } from './record.ts'

const gateway = line(addressFields.gateway.label, addressFields.gateway.max)

/** `add` holds what addAddresses takes for all addresses of a range, `change` what setAddressGateway takes. */
export const address = record({
  address_id: { answer: id },
  address: { answer: z.string() },
  gateway: { answer: z.string(), add: gateway, change: gateway },
  state: { answer: z.enum(addressStates) },
  free_at: { answer: instant.nullable() },
  created_at: { answer: instant },
  region_id: { answer: id, add: id },
  country: { answer: z.string() },
  city: { answer: z.string() },
  access_way_id: { answer: id, add: id },
  access_way: { answer: z.string() },
  line: { answer: z.object({ line_id: id, name: z.string(), company_id: id, company: z.string() }).nullable() },
})

/** A period during which an address had one holder. */
export const addressSpan = record({
  line_id: { answer: id },
  name: { answer: z.string() },
  company_id: { answer: id },
  company: { answer: z.string() },
  since: { answer: instant },
  /** Null while the line has it. */
  until: { answer: instant.nullable() },
})
