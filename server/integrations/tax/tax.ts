import type { Invoice } from '#contract/records/invoice.ts'
import { OutsideFailure } from '../outside-failure.ts'

/** One line of an invoice, in fen. */
export interface TaxLine {
  name: string
  /** The object of the line, such as the number of an order. */
  about: string
  included: number
  tax: number
  /** Percent. */
  rate: number
}

/** An invoice as it is asked for. It is kept with its request, so that each repetition asks for the same. */
export interface TaxInvoice {
  /** Our number of the request, by which the service knows it again. */
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
  /** When it was asked for. */
  asked_at: string
  lines: TaxLine[]
}

/** A red invoice (红字发票) as it is asked for. */
export interface TaxRed extends Pick<TaxInvoice, 'serial' | 'kind' | 'title' | 'tax_number'> {
  /** The 20 digits of the invoice that it takes back. */
  blue: string
  reason: 'returned' | 'wrong' | 'ended' | 'allowance'
  /** The lines that it takes back, with their places counted from one; none where it takes back the whole. */
  lines: (TaxLine & { place: number })[]
}

/** The outcome of a request. */
export type TaxResult =
  | { state: 'absent' }
  /** `note` says what it waits for, where that is somebody. */
  | { state: 'waiting'; note: string }
  /** It ended without an invoice. */
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

/** A service that issues 数电票 in the name of the seller. Asking twice with one serial number comes to one invoice. */
export interface TaxService {
  name: string
  query(serial: string): Promise<TaxResult>
  issue(invoice: TaxInvoice): Promise<void>
  queryRed(serial: string): Promise<TaxResult>
  issueRed(red: TaxRed): Promise<void>
  /** Downloads the file of an invoice, of at most so many bytes. */
  download(url: string, most: number): Promise<Buffer>
}

/**
 * The service refused or did not answer; the text is for the operator. Without `retry`, the service has made no invoice of the
 * request and never will.
 */
export class TaxFailure extends OutsideFailure {}
