import { useCall } from '#web/data/use-call.ts'

/** The company's templates, and the names of its groups of lines. */
export function useTemplates() {
  const { data, refused, loading, reload } = useCall('getTemplateList', {})
  const groups = useCall('getVplGroupList', {})
  return {
    templates: data?.list,
    groups: new Map(groups.data?.list.map(({ group_id, name }) => [group_id, name])),
    refused,
    reload,
    /** The state of reading them, for a select in whose options' place it is shown. */
    found: { refused, waiting: loading, again: reload },
  }
}
