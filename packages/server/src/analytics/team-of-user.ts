/** The team in the metadata of a row of users, as SQL; null without one. What is no text there is no name of a team. */
export const teamOfUser = `nullif(left(trim(
  case when json_typeof(metadata -> 'team') = 'string' then metadata ->> 'team' end), 200), '')`
