import '../account.css'
import { useState } from 'react'
import { frozenNote } from '#web/data/closed-console.ts'
import { useCall } from '#web/data/use-call.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { Columns } from '#web/ui/columns.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConsentsCard } from './consents-card.tsx'
import { DataCard } from './data-card.tsx'
import { MembershipCard } from './membership-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { ServiceCard } from './service-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { VerificationCard } from './verification-card.tsx'

/** The personal information page, used in the console and outside of it. */
export function PersonalPage() {
  const { data, refused, reload } = useProfile()
  const memberships = useCall('getMemberships', {})
  const sessions = useCall('getSessionList', {})
  // Joining or leaving a company changes the service, and withdrawing a consent changes the verification.
  const [turn, setTurn] = useState(0)
  const changed = () => {
    setTurn(before => before + 1)
    reload()
  }
  // A new password or phone and a removed passkey end the other sessions.
  const secured = () => {
    sessions.reload()
    reload()
  }
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton avatar rows={10} />
  const frozen = frozenNote(data.user_info)
  const membership = <MembershipCard memberships={memberships} frozen={frozen} changed={changed} />
  // An invitation awaits a decision, so it comes first. Otherwise the page begins with what most people need.
  const isInvited = Boolean(memberships.data?.invitations.length)
  return (
    <div className="sheets">
      <ProfileCard profile={data} changed={reload} />
      <Columns
        left={
          <>
            {isInvited && membership}
            <ServiceCard key={`service ${turn}`} frozen={frozen} />
            {!isInvited && membership}
            <VerificationCard key={`verification ${turn}`} company={memberships.data?.membership?.company_name} />
          </>
        }
        right={
          <>
            <SecurityCard phone={data.user_info.phone} changed={secured} />
            <SignInCard />
            <PasskeysCard changed={sessions.reload} />
            <SessionsCard state={sessions} />
            <ConsentsCard changed={changed} />
            <DataCard phone={data.user_info.phone} />
          </>
        }
      />
    </div>
  )
}
