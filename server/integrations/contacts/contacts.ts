import type { DirectoryProvider } from '#contract/directory-names.ts'
import { shorten } from '#server/core/shorten.ts'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'

/** The settings for reading a company's list of people from its provider. */
export interface ContactsSettings {
  kind: DirectoryProvider
  /** The company's id there. */
  tenant: string
  /** The application's id; empty for 企业微信, whose secret says which one it is. */
  clientId: string
  secret: string
}

export interface ContactsOutside {
  /** True in tests alone. */
  allowPrivate: boolean
  /** Milliseconds before a question that came too early is asked again; each time twice as long. */
  waitMs: number
  /** Ends the waiting when the portal stops. */
  stopping: AbortSignal
  bases: Record<'wecom' | 'dingtalk' | 'dingtalkLists' | 'feishu', string>
}

export interface ContactDepartment {
  id: string
  /** Null for those at the top; the company itself is no department. */
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
  /** Undefined where the provider did not say. */
  superiorId: string | null | undefined
  /** Belongs to the company. */
  active: boolean
}

/** The provider's answer about one person is none that is understood; about others it may be. */
export class PersonTrouble extends ProviderTrouble {}

export interface Contacts {
  listDepartments(): Promise<ContactDepartment[]>
  /** Returns everybody in these departments and at the top, each once. */
  listPeople(departments: readonly ContactDepartment[]): Promise<ContactPerson[]>
  /** Returns `gone` only where the provider says that there is nobody, `unknown` where it will not say. Throws PersonTrouble for any other answer. */
  findPerson(id: string): Promise<ContactPerson | 'gone' | 'unknown'>
}

/** The objects that a callback asks to read again. */
export interface Hint {
  kind: 'person' | 'department'
  id: string
}

/** Names of China come with or without their country's number; others can't be invited. */
export const phoneOf = (phone: string | null | undefined): string | null =>
  phone?.replace(/^\+?86-?(?=1\d{10}$)/, '') || null

export const textOf = (text: string | null | undefined, longest: number): string | null =>
  shorten(text?.trim() ?? '', longest) || null
