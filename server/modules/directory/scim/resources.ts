import type { Resource } from './patch.ts'
import type { ScimGroup, ScimUser } from './store.sql.ts'
import { mailIn, nameOf, phoneIn, type WrittenParts } from './written.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const metaOf = (
  resourceType: string,
  { id, created_at, changed_at }: { id: string; created_at: string; changed_at: string },
  base: string,
) => ({
  resourceType,
  created: created_at,
  lastModified: changed_at,
  location: `${base}/${resourceType}s/${id}`,
})

/**
 * Returns the name parts that are known although no client has written them since parts are stored. They are answered, but a PATCH
 * does not make them the client's own (read-resources.ts): an unwritten display name would take precedence over every other part.
 */
export function unwrittenParts({ user_name, name, phone, mail, written }: ScimUser): WrittenParts {
  const parts = written ?? {}
  return {
    ...(nameOf(parts, user_name) !== name && { displayName: name }),
    ...(phoneIn(parts) !== phone && {
      phoneNumbers: phone === null ? null : [{ type: 'mobile', value: phone, primary: true }],
    }),
    ...(mailIn(parts) !== mail && { emails: mail === null ? null : [{ type: 'work', value: mail, primary: true }] }),
  }
}

const present = (parts: object) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined))

/** Formats a person of the directory as a SCIM resource. */
export const userResource = (user: ScimUser, base: string): Resource => ({
  schemas: [userSchema, enterpriseSchema],
  id: user.id,
  ...(user.client_id !== null && { externalId: user.client_id }),
  userName: user.user_name,
  ...present({ ...present(unwrittenParts(user)), ...present(user.written ?? {}) }),
  ...(user.written?.name && { name: present(user.written.name) }),
  active: user.active,
  ...(user.position !== null && { title: user.position }),
  [enterpriseSchema]: {
    ...(user.job_number !== null && { employeeNumber: user.job_number }),
    ...(user.superior_external_id !== null && { manager: { value: user.superior_external_id } }),
  },
  groups: user.groups.map(({ id, name }) => ({ value: id, display: name })),
  meta: metaOf('User', user, base),
})

export const groupResource = (group: ScimGroup, base: string): Resource => ({
  schemas: [groupSchema],
  id: group.id,
  ...(group.client_id !== null && { externalId: group.client_id }),
  displayName: group.name,
  members: group.members.map(value => ({ value })),
  meta: metaOf('Group', group, base),
})
