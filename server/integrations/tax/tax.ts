import type { Invoice } from '#contract/records/invoice.ts'
import { OutsideFailure } from '../outside-failure.ts'

/** A line of an invoice, in fen. */
export interface TaxLine {
  name: string
  /** The object of the line, such as the number of an order. */
  about: string
  included: number
  tax: number
  /** Percent. */
  rate: number
}

/** An invoice as requested. It is stored with its request, so that each repetition requests the same. */
export interface TaxInvoice {
  /** The portal's number of the request, by which the service recognizes it. */
  serial: string
  kind: Invoice['kind']
  title: string
  tax_number: string
  address: string
  phone: string
  bank: string
  bank_account: string
  email: string
  remark: string
  /** The time of the request. */
  asked_at: string
  lines: TaxLine[]
}

/** A red invoice (红字发票) as requested. */
export interface TaxRed extends Pick<TaxInvoice, 'serial' | 'kind' | 'title' | 'tax_number'> {
  /** The 20 digits of the invoice being reversed. */
  blue: string
  reason: 'returned' | 'wrong' | 'ended' | 'allowance'
  /** The lines being reversed, with their places counted from one; empty if the whole invoice is reversed. */
  lines: (TaxLine & { place: number })[]
}

/** The outcome of a request. */
export type TaxResult =
  | { state: 'absent' }
  /** `note` names the person or party it waits for, if any. */
  | { state: 'waiting'; note: string }
  /** Ended without an invoice. */
  | { state: 'failed'; reason: string }
  | {
      state: 'issued'
      /** 20 digits. */
      number: string
      /** Fen, with tax; positive for a red invoice as well. */
      amount: number
      pdfUrl: string
      ofdUrl: string | null
      xmlUrl: string | null
    }

/** A service that issues 数电票 in the seller's name. Repeating a request with the same serial number results in one invoice. */
export interface TaxService {
  name: string
  query(serial: string): Promise<TaxResult>
  issue(invoice: TaxInvoice): Promise<void>
  queryRed(serial: string): Promise<TaxResult>
  issueRed(red: TaxRed): Promise<void>
  /** Downloads an invoice's file, of at most `most` bytes. */
  download(url: string, most: number): Promise<Buffer>
}

/**
 * The service refused or did not answer; the message is for the operator. Without `retry`, the service has issued no invoice for
 * the request and never will.
 */
export class TaxFailure extends OutsideFailure {}
