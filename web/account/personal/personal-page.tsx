import '../account.css'
import { Skeleton } from 'antd'
import { useProfile } from '#web/data/use-profile.ts'
import { Failure } from '#web/ui/failure.tsx'
import { DataCard } from './data-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { ServiceCard } from './service-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { VerificationCard } from './verification-card.tsx'

/** The personal information page, used in the console and outside of it. */
export function PersonalPage() {
  const { data, refused, reload } = useProfile()
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active avatar paragraph={{ rows: 10 }} />
  return (
    <div className="sheets">
      <ProfileCard profile={data} changed={reload} />
      <ServiceCard />
      <VerificationCard />
      <SecurityCard phone={data.user_info.phone} changed={reload} />
      <SessionsCard />
      <DataCard phone={data.user_info.phone} />
    </div>
  )
}
