import { expect, test } from 'vitest'
import { AddressProblem, parseDatabaseAddress } from './database-address.ts'

test.each([
  ['postgresql://u:p@h/d', ['h:5432'], 'p', 'd'],
  ['postgres://u:p@h:1/d?sslmode=require', ['h:1'], 'p', 'd'],
  ['postgresql://u:ge#he:im@h/d', ['h:5432'], 'ge#he:im', 'd'],
  ['postgresql://u:ge@heim@h/d', ['h:5432'], 'ge@heim', 'd'],
  ['postgresql://u:ge%2Fheim@h/d', ['h:5432'], 'ge/heim', 'd'],
  ['postgresql://u:p@a:1,b,[::1]:3/d', ['a:1', 'b:5432', '::1:3'], 'p', 'd'],
  ['postgresql://u:p@/d?host=a,b&port=6', ['a:6', 'b:6'], 'p', 'd'],
  ['postgresql://u@%2Ftmp%2Fx:1/d', ['/tmp/x:1'], undefined, 'd'],
  ['postgresql://u@/d?host=/tmp', ['/tmp:5432'], undefined, 'd'],
])('%s is parsed like libpq does', (address, hosts, password, database) => {
  const parsed = parseDatabaseAddress(address)
  expect(parsed.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts)
  expect(parsed).toMatchObject({ user: 'u', database })
  expect(parsed.password).toBe(password)
})

test.each([
  'mysql://u:geheim@h/d',
  'postgresql://u:12/geheim@h/d',
  'postgresql://u:geheim/x@h/d',
  'postgresql://u:p@1/geheim@h/d',
  'postgresql://u:12?geheim@h/d',
  'postgresql://u:geheim%zz@h/d',
  'postgresql://u:geheim@h:0/d',
  'postgresql://u:geheim@a:1,b:x/d',
  'postgresql://u:geheim@a:1:2/d',
  'postgresql://u:geheim@a,b/d?port=1,2,3',
  'postgresql://u:geheim@h/d?sslmode=prefer',
  'postgresql://u:geheim@h/d?sslmode=verify-ca',
  'postgresql://u:geheim@h/d?target_session_attrs=standby',
])('%s is refused in Chinese, without the password', address => {
  const refused = expect(() => parseDatabaseAddress(address))
  refused.toThrow(AddressProblem)
  refused.toThrow(/^(?!.*geheim).*[\u4e00-\u9fff]/s)
})
