/** SQL for the team in the metadata of a row of users; null without one, or if it is not a text. */
export const teamOfUser = `nullif(left(trim(
  case when json_typeof(metadata -> 'team') = 'string' then metadata ->> 'team' end), 200), '')`
