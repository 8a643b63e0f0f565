import { enterpriseSchema, groupSchema, userSchema } from './resources.ts'

const listOf = (resources: { id: string }[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** The service's capabilities (RFC 7643, sections 5 and 6). */
export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'OAuth Bearer Token', description: '企业的接口令牌', primary: true },
  ],
}

const resourceType = (name: string, schema: string, schemaExtensions: object[] = []) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  schemaExtensions,
})

export const resourceTypes = listOf([
  resourceType('User', userSchema, [{ schema: enterpriseSchema, required: false }]),
  resourceType('Group', groupSchema),
])

interface Attribute {
  multiValued?: boolean
  required?: boolean
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  subAttributes?: object[]
}

const attribute = (
  name: string,
  { type = 'string', multiValued = false, required = false, subAttributes }: Attribute = {},
) => ({
  name,
  type,
  multiValued,
  required,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: name === 'userName' ? 'server' : 'none',
  ...(subAttributes && { subAttributes }),
})

const valued = (name: string) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes: [attribute('value'), attribute('type')] })

const schema = (id: string, name: string, attributes: object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes,
})

export const schemas = listOf([
  schema(userSchema, 'User', [
    attribute('userName', { required: true }),
    attribute('externalId'),
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      subAttributes: ['formatted', 'familyName', 'givenName'].map(name => attribute(name)),
    }),
    attribute('title'),
    attribute('active', { type: 'boolean' }),
    valued('emails'),
    valued('phoneNumbers'),
  ]),
  schema(enterpriseSchema, 'EnterpriseUser', [
    attribute('employeeNumber'),
    attribute('manager', { type: 'complex', subAttributes: [attribute('value')] }),
  ]),
  schema(groupSchema, 'Group', [
    attribute('displayName', { required: true }),
    attribute('externalId'),
    attribute('members', { type: 'complex', multiValued: true, subAttributes: [attribute('value')] }),
  ]),
])
