import type { DirectoryProvider } from '#contract/directory-names.ts'
import { shorten } from '#server/core/shorten.ts'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'

/** The settings for reading a company's list of people from its provider. */
export interface ContactsSettings {
  kind: DirectoryProvider
  /** The company's id at the provider. */
  tenant: string
  /** The application's id; empty for 企业微信, whose secret identifies the application. */
  clientId: string
  secret: string
}

export interface ContactsOutside {
  /** True in tests only. */
  allowPrivate: boolean
  /** Milliseconds before a rate-limited request is retried, doubled each time. */
  waitMs: number
  /** Ends the waiting when the portal stops. */
  stopping: AbortSignal
  bases: Record<'wecom' | 'dingtalk' | 'dingtalkLists' | 'feishu', string>
}

export interface ContactDepartment {
  id: string
  /** Null for top-level departments; the company itself is not a department. */
  parentId: string | null
  name: string
}

export interface ContactPerson {
  id: string
  name: string
  phone: string | null
  mail: string | null
  jobNumber: string | null
  position: string | null
  departmentId: string | null
  /** Undefined if the provider did not state it. */
  superiorId: string | null | undefined
  /** True if the person belongs to the company. */
  active: boolean
}

/** The provider's answer about one person cannot be parsed; those about others may be fine. */
export class PersonTrouble extends ProviderTrouble {}

export interface Contacts {
  listDepartments(): Promise<ContactDepartment[]>
  /** Returns everybody in these departments and at the top level, without duplicates. */
  listPeople(departments: readonly ContactDepartment[]): Promise<ContactPerson[]>
  /**
   * Returns `gone` only if the provider denies that the person exists, `unknown` if it withholds this; else throws PersonTrouble.
   */
  findPerson(id: string): Promise<ContactPerson | 'gone' | 'unknown'>
}

/** An object that a callback asks to read again. */
export interface Hint {
  kind: 'person' | 'department'
  id: string
}

/** Mainland numbers occur with or without the country code; people with other numbers cannot be invited. */
export const phoneOf = (phone: string | null | undefined): string | null =>
  phone?.replace(/^\+?86-?(?=1\d{10}$)/, '') || null

export const textOf = (text: string | null | undefined, longest: number): string | null =>
  shorten(text?.trim() ?? '', longest) || null
