import { expect, test } from 'vitest'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { enterprise, scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { system } = portal
const office = scimOffice(portal)

const replace = (path: string, value: unknown) => ({ op: 'replace', path, value })

test('names are answered as they were written; the display name counts whichever part is changed last', async () => {
  const { scim, start, create, patch, people } = await office()
  const name = { familyName: '王', givenName: '伟' }
  const id = await create({ displayName: '王伟', name })
  await start()
  const names = async () => (await people()).flatMap(({ role, name: each }) => (role === 'employee' ? each : []))
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ displayName: '王伟', name })
  expect((await patch(id, replace('name.formatted', '伟 王'))).body).toMatchObject({
    displayName: '王伟',
    name: { ...name, formatted: '伟 王' },
  })
  expect(await names()).toEqual(['王伟'])
  await patch(id, replace('name.familyName', '李'))
  expect(await names()).toEqual(['王伟'])
  await patch(id, { op: 'remove', path: 'displayName' })
  expect(await names()).toEqual(['李伟'])
  await patch(id, replace('displayName', '李大伟'))
  expect(await names()).toEqual(['李大伟'])
})

test('phones keep their types, so that a correction of one takes its place', async () => {
  const { scim, start, create, patch, people } = await office()
  const [wrong, right] = [newPhone(), newPhone()]
  const id = await create({ displayName: '甲', phoneNumbers: [{ type: 'work', value: wrong }] })
  const { body } = await patch(id, replace('phoneNumbers[type eq "work"].value', `+86 ${right}`))
  expect(body).toMatchObject({ phoneNumbers: [{ type: 'work', value: `+86 ${right}` }] })
  await start()
  expect((await people()).find(({ name }) => name === '甲')).toMatchObject({ phone: right })
  await patch(id, replace('phoneNumbers[type eq "mobile"].value', wrong))
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({
    phoneNumbers: [{ type: 'work' }, { type: 'mobile' }],
  })
})

test('values that are too long are cut, and an invalid one does not affect the others', async () => {
  const { scim, start, create, named } = await office()
  const phone = newPhone()
  const long = (of: string) => of.repeat(320)
  await create({
    displayName: long('甲'),
    title: long('乙'),
    phoneNumbers: [{ type: 'work', value: null }, 'none', { type: 'mobile', value: phone }],
    emails: [{ value: 'a\u0000b' }, { value: 'a@example.com' }],
    [enterprise]: { employeeNumber: long('7'), manager: { value: long('x') } },
  })
  const { status } = await scim('POST', '/Groups', { displayName: long('丙') })
  expect(status).toBe(201)
  const filter = encodeURIComponent(`displayName eq "${long('丙')}"`)
  expect((await scim('GET', `/Groups?filter=${filter}`)).body).toMatchObject({ totalResults: 1 })
  for (const attribute of ['emails.value', 'emails[type eq "work"].value'])
    expect(
      (await scim('GET', `/Users?filter=${encodeURIComponent(`${attribute} eq "a@example.com"`)}`)).body,
    ).toMatchObject({ totalResults: 1 })
  await start()
  expect(await named('甲'.repeat(50))).toMatchObject({
    phone,
    position: '乙'.repeat(30),
    job_number: '7'.repeat(30),
  })
})

test('a member who is named alone is taken out alone', async () => {
  const { scim, create } = await office()
  const [one, two] = [await create(), await create()]
  const members = [{ value: one }, { value: two }]
  const { id } = (await scim<{ id: string }>('POST', '/Groups', { displayName: '运营', members })).body
  const Operations = [{ op: 'remove', path: 'members', value: { value: one } }]
  expect((await scim('PATCH', `/Groups/${id}`, { Operations })).body).toMatchObject({ members: [{ value: two }] })
})

// Rows from before migration 0765 have no `written`: what is derived from them must not count as the client's own value.
test('the name of a person whom no client has written since can be changed part by part', async () => {
  const { scim, start, create, patch, people } = await office()
  const phone = newPhone()
  const id = await create({ displayName: '王伟', phoneNumbers: [{ type: 'mobile', value: phone }] })
  await system.change`update directory_person set written = null where external_id = ${id}`
  await start()
  const names = async () => (await people()).flatMap(({ role, name: each }) => (role === 'employee' ? each : []))
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({
    displayName: '王伟',
    phoneNumbers: [{ value: phone }],
  })
  const known = { displayName: '王伟', phoneNumbers: [{ value: phone }] }
  expect((await patch(id, replace('title', '店长'))).body).toMatchObject({ ...known, title: '店长' })
  expect((await patch(id, replace('name.familyName', '李'))).body).toMatchObject(known)
  expect(await names()).toEqual(['王伟'])
  await patch(id, replace('name.givenName', '强'))
  expect(await names()).toEqual(['李强'])
  expect((await scim('GET', `/Users/${id}`)).body).not.toHaveProperty('displayName')
  await patch(id, replace('displayName', '李大强'))
  expect(await names()).toEqual(['李大强'])
})
