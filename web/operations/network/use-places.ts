import { placeName } from '#web/ui/format.ts'
import { useOperation } from '../use-operation.ts'

/** Regions and access ways to select from; empty until they are loaded. */
export function usePlaces() {
  const { data, ...found } = useOperation('getNetworkPlaces', {})
  return {
    /** The loading of both. */
    found,
    regions: (data?.regions ?? []).map(region => ({ value: region.region_id, label: placeName(region) })),
    ways: (data?.access_ways ?? []).map(({ access_way_id, name, archived }) => ({
      value: access_way_id,
      label: archived ? `${name}（已归档）` : name,
      archived,
    })),
  }
}
