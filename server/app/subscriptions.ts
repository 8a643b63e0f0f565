import { companyNotified } from '#server/engines/notices/company-notice.ts'
import { loggedIn, loggingIn, registering, takingOver } from '#server/modules/accounts/events.ts'
import { usePromotionCode } from '#server/modules/channels/channels.ts'
import { welcomeCompany } from '#server/modules/coupons/welcome.ts'
import { removeDevicesOf } from '#server/modules/devices/devices.ts'
import { noteDeviceLogin } from '#server/modules/devices/logins.ts'
import { keepDepartment, keepOwned } from '#server/modules/directory/owned.ts'
import { autoRenewChanged, groupDeleting, groupRestored } from '#server/modules/lines/events.ts'
import { grantPeople } from '#server/modules/lines/granting.ts'
import { dropDepartmentGrants } from '#server/modules/lines/grants.ts'
import { pendingEnded, revived } from '#server/modules/orders/events.ts'
import { endTransfers } from '#server/modules/payments/transfer-parts.ts'
import { followAutoRenew, settleWaiting } from '#server/modules/payments/waiting-notices.ts'
import {
  departmentChanging,
  departmentDeleting,
  fieldsChanging,
  peopleAdded,
  peopleGranted,
  peopleLeaving,
} from '#server/modules/people/events.ts'
import { takeInvitationsOver } from '#server/modules/people/memberships/taking-over.ts'
import { acceptRevived, reopenProposal } from '#server/modules/proposals/reopening.ts'
import { notifyRobots } from '#server/modules/robots/notify-robots.ts'
import { judgeLogin, noteLogin } from '#server/modules/sign-in/linking.ts'
import { applyTemplateTo } from '#server/modules/templates/applying.ts'
import { holdTemplatesWith, putBackInto } from '#server/modules/templates/templates.sql.ts'
import { requestTrialOfChannel } from '#server/modules/trials/trials.ts'
import { companyVerified } from '#server/modules/verification/events.ts'

/** Modules subscribe here to the events of lower modules. Loaded once, with the portal. */
registering.subscribe((transaction, { promotionCode }) => usePromotionCode(transaction, promotionCode))
loggingIn.subscribe(judgeLogin)
loggedIn.subscribe(noteLogin)
loggedIn.subscribe(noteDeviceLogin)
takingOver.subscribe(takeInvitationsOver)
fieldsChanging.subscribe(keepOwned)
departmentChanging.subscribe(keepDepartment)
companyVerified.subscribe((transaction, { companyId }) => welcomeCompany(transaction, companyId))
companyVerified.subscribe((transaction, { companyId }) => requestTrialOfChannel(transaction, companyId))
peopleLeaving.subscribe(async (company, { companyId, employeeIds, ip }) => ({
  devices: await removeDevicesOf(company, companyId, employeeIds, ip),
}))
departmentDeleting.subscribe((company, { companyId, departmentId }) =>
  dropDepartmentGrants(company, companyId, departmentId),
)
groupDeleting.subscribe(async (company, { companyId, groupId, templates }) => {
  templates.push(...(await holdTemplatesWith(company, companyId, groupId)))
})
groupRestored.subscribe(
  async (company, { companyId, groupId, templateIds }) =>
    void (await putBackInto(company, companyId, groupId, templateIds)),
)
peopleGranted.subscribe(async (company, granted) => void (await grantPeople(company, granted)))
peopleAdded.subscribe(async (company, added) => {
  const { moved, activityId } = await applyTemplateTo(company, added)
  if (activityId) added.moving?.undoActivityIds.push(activityId)
  return { moved }
})
pendingEnded.subscribe(endTransfers)
autoRenewChanged.subscribe(followAutoRenew)
pendingEnded.subscribe(async (transaction, order) => void (await settleWaiting(transaction, order)))
pendingEnded.subscribe(reopenProposal)
revived.subscribe(acceptRevived)
companyNotified.subscribe(notifyRobots)
