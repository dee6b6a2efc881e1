<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru" sourcelanguage="en">
 <context>
  <name>AlarmList</name>
  <message>
   <source>No alarms</source>
   <translation>Тревог нет</translation>
  </message>
  <message>
   <source>acknowledged by %1</source>
   <translation>принял: %1</translation>
  </message>
  <message>
   <source>Seen</source>
   <translation>Принято</translation>
  </message>
  <message>
   <source>Acknowledge: %1</source>
   <translation>Принять: %1</translation>
  </message>
 </context>
 <context>
  <name>BaccaratTable</name>
  <message>
   <source>%1 has %2</source>
   <translation>%1: %2</translation>
  </message>
 </context>
 <context>
  <name>BiasRow</name>
  <message>
   <source>%1: χ² %2 (%3 df), chance %4</source>
   <translation>%1: χ² %2 (ст. св. %3), вероятность %4</translation>
  </message>
  <message>
   <source>too few spins</source>
   <translation>мало спинов</translation>
  </message>
  <message>
   <source>History of the chance: %1</source>
   <translation>История вероятности: %1</translation>
  </message>
 </context>
 <context>
  <name>CardKeypad</name>
  <message>
   <source>Enter</source>
   <translation>Ввод</translation>
  </message>
  <message>
   <source>spades</source>
   <translation>пики</translation>
  </message>
  <message>
   <source>hearts</source>
   <translation>червы</translation>
  </message>
  <message>
   <source>diamonds</source>
   <translation>бубны</translation>
  </message>
  <message>
   <source>clubs</source>
   <translation>трефы</translation>
  </message>
 </context>
 <context>
  <name>CardsPanel</name>
  <message>
   <source>Count of the set %1</source>
   <translation>Пересчёт комплекта %1</translation>
  </message>
  <message>
   <source>Sets of cards</source>
   <translation>Комплекты карт</translation>
  </message>
  <message>
   <source>Count</source>
   <translation>Пересчитать</translation>
  </message>
  <message>
   <source>Count the set %1</source>
   <translation>Пересчитать комплект %1</translation>
  </message>
  <message>
   <source>Washed</source>
   <translation>Перемешан</translation>
  </message>
  <message>
   <source>Shuffled by hand</source>
   <translation>Перетасован вручную</translation>
  </message>
  <message>
   <source>Shuffled by machine</source>
   <translation>Перетасован машиной</translation>
  </message>
  <message>
   <source>Cut, cut card placed</source>
   <translation>Подрезан, карта вложена</translation>
  </message>
 </context>
 <context>
  <name>CorrectPanel</name>
  <message>
   <source>%1: what was there?</source>
   <translation>%1: что там было?</translation>
  </message>
  <message>
   <source>Round %1: tap what was wrong</source>
   <translation>Раунд %1: укажите, что неверно</translation>
  </message>
  <message>
   <source>Which round?</source>
   <translation>Какой раунд?</translation>
  </message>
  <message>
   <source>This round is void already</source>
   <translation>Этот раунд уже отменён</translation>
  </message>
  <message>
   <source>Hold: result does not count</source>
   <translation>Держать: аннулировать результат</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Values were changed: correct the result, or go back</source>
   <translation>Значения изменены: исправьте результат или вернитесь</translation>
  </message>
  <message>
   <source>Choose or type a reason first</source>
   <translation>Сначала выберите или введите причину</translation>
  </message>
  <message>
   <source>Hold to correct</source>
   <translation>Держать: исправить</translation>
  </message>
  <message>
   <source>Tap what was wrong</source>
   <translation>Укажите, что неверно</translation>
  </message>
 </context>
 <context>
  <name>CountForm</name>
  <message>
   <source>%1 decks, %2 cards: no difference noted</source>
   <translation>Колод: %1, карт: %2, расхождений не отмечено</translation>
  </message>
  <message>
   <source>%1 cards. </source>
   <translation>Карт: %1. </translation>
  </message>
  <message>
   <source>Missing or too many …</source>
   <translation>Не хватает или лишние …</translation>
  </message>
  <message>
   <source>One fewer</source>
   <translation>На одну меньше</translation>
  </message>
  <message>
   <source>One more</source>
   <translation>На одну больше</translation>
  </message>
  <message>
   <source>Done with this card</source>
   <translation>С этой картой всё</translation>
  </message>
  <message>
   <source>Every card was counted by identity</source>
   <translation>Каждая карта пересчитана</translation>
  </message>
  <message>
   <source>Hold: this is the count</source>
   <translation>Держать: таков пересчёт</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Say first that every card was counted</source>
   <translation>Сначала отметьте, что пересчитана каждая карта</translation>
  </message>
 </context>
 <context>
  <name>CountdownRing</name>
  <message>
   <source>%1 seconds left</source>
   <translation>осталось секунд: %1</translation>
  </message>
 </context>
 <context>
  <name>Dealer</name>
  <message>
   <source>Who takes over: show your badge, or type staff number and PIN</source>
   <translation>Кто принимает стол: приложите бейдж или наберите табельный номер и PIN</translation>
  </message>
 </context>
 <context>
  <name>DecisionPane</name>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
 </context>
 <context>
  <name>Doorway</name>
  <message>
   <source>Show your badge, or type staff number and PIN</source>
   <translation>Приложите бейдж или введите табельный номер и PIN</translation>
  </message>
  <message>
   <source>Second person: show your badge, or type staff number and PIN</source>
   <translation>Второй человек: приложите бейдж или наберите табельный номер и PIN</translation>
  </message>
 </context>
 <context>
  <name>EntryPanel</name>
  <message>
   <source>By hand: %1</source>
   <translation>Вручную: %1</translation>
  </message>
  <message>
   <source>what is due</source>
   <translation>что ожидается</translation>
  </message>
  <message>
   <source>Entered. Another person enters the same.</source>
   <translation>Введено. То же вводит другой человек.</translation>
  </message>
  <message>
   <source>%1 has entered it. Enter what you have seen.</source>
   <translation>%1: уже введено. Введите, что видели вы.</translation>
  </message>
  <message>
   <source>Two people enter the same, one of them a pit boss.</source>
   <translation>Двое вводят одно и то же, один из них пит-босс.</translation>
  </message>
 </context>
 <context>
  <name>HeldPane</name>
  <message>
   <source>STOP</source>
   <translation>СТОП</translation>
  </message>
  <message>
   <source>Read</source>
   <translation>Прочитано</translation>
  </message>
  <message>
   <source>Due</source>
   <translation>Ожидалось</translation>
  </message>
  <message>
   <source>Also read since: %1</source>
   <translation>Прочитано с тех пор: %1</translation>
  </message>
  <message>
   <source>Call pit boss</source>
   <translation>Вызвать пит-босса</translation>
  </message>
  <message>
   <source>No link to the table: call by voice</source>
   <translation>Нет связи со столом: позовите голосом</translation>
  </message>
  <message>
   <source>Wait for the pit boss</source>
   <translation>Ждите пит-босса</translation>
  </message>
 </context>
 <context>
  <name>HoldButton</name>
  <message>
   <source>Hold the button until it is full</source>
   <translation>Удерживайте кнопку до заполнения</translation>
  </message>
 </context>
 <context>
  <name>InspectPanel</name>
  <message>
   <source>Inspections</source>
   <translation>Проверки</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Заметка</translation>
  </message>
  <message>
   <source>level and clean</source>
   <translation>ровно и чисто</translation>
  </message>
  <message>
   <source>part exchanged</source>
   <translation>деталь заменена</translation>
  </message>
  <message>
   <source>seen with the technician</source>
   <translation>осмотрено с техником</translation>
  </message>
  <message>
   <source>inspected %1 UTC</source>
   <translation>проверено %1 UTC</translation>
  </message>
  <message>
   <source>not inspected yet</source>
   <translation>ещё не проверено</translation>
  </message>
  <message>
   <source>Found good</source>
   <translation>Исправно</translation>
  </message>
  <message>
   <source>%1: found good</source>
   <translation>%1: исправно</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
 </context>
 <context>
  <name>LogInPane</name>
  <message>
   <source>Show your badge, or type staff number and PIN</source>
   <translation>Приложите бейдж или введите табельный номер и PIN</translation>
  </message>
  <message>
   <source>Locked for another %1</source>
   <translation>Закрыто ещё на %1</translation>
  </message>
  <message>
   <source>One moment …</source>
   <translation>Минуту …</translation>
  </message>
  <message>
   <source>Confirms %1</source>
   <translation>Подтверждает: %1</translation>
  </message>
  <message>
   <source>Badge</source>
   <translation>Бейдж</translation>
  </message>
  <message>
   <source>Staff number</source>
   <translation>Табельный номер</translation>
  </message>
  <message>
   <source>PIN</source>
   <translation>PIN</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Назад</translation>
  </message>
  <message>
   <source>Hold to log out</source>
   <translation>Удерживать: выйти</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Call pit boss</source>
   <translation>Вызвать пит-босса</translation>
  </message>
  <message>
   <source>No link to the table: call by voice</source>
   <translation>Нет связи со столом: позовите голосом</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>Стереть</translation>
  </message>
  <message>
   <source>Enter</source>
   <translation>Ввод</translation>
  </message>
  <message>
   <source>A PIN has at least four digits</source>
   <translation>PIN — не менее четырёх цифр</translation>
  </message>
  <message>
   <source>Type your staff number</source>
   <translation>Введите табельный номер</translation>
  </message>
 </context>
 <context>
  <name>NumberKeypad</name>
  <message>
   <source>Ball %1 of %2</source>
   <translation>Шар %1 из %2</translation>
  </message>
  <message>
   <source>Keys on the reel</source>
   <translation>Ключей на барабане</translation>
  </message>
  <message>
   <source>Sector of the bonus wheel</source>
   <translation>Сектор бонусного колеса</translation>
  </message>
  <message>
   <source>Announced number</source>
   <translation>Объявленный номер</translation>
  </message>
  <message>
   <source>Number seen</source>
   <translation>Увиденный номер</translation>
  </message>
  <message>
   <source>Double</source>
   <translation>Удвоение</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>Стереть</translation>
  </message>
  <message>
   <source>Enter</source>
   <translation>Ввод</translation>
  </message>
 </context>
 <context>
  <name>OrdersPanel</name>
  <message>
   <source>Choose or type a reason first</source>
   <translation>Сначала выберите или введите причину</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Orders</source>
   <translation>Приказы</translation>
  </message>
  <message>
   <source>Void the round</source>
   <translation>Отменить раунд</translation>
  </message>
  <message>
   <source>Close table</source>
   <translation>Закрыть стол</translation>
  </message>
  <message>
   <source>Open table</source>
   <translation>Открыть стол</translation>
  </message>
  <message>
   <source>Shuffle after this round</source>
   <translation>Шаффл после раунда</translation>
  </message>
  <message>
   <source>Free hand</source>
   <translation>Свободная раздача</translation>
  </message>
  <message>
   <source>Dealer off</source>
   <translation>Снять дилера</translation>
  </message>
  <message>
   <source>Confirm for the dealer</source>
   <translation>Подтвердить за дилера</translation>
  </message>
 </context>
 <context>
  <name>PageActions</name>
  <message>
   <source>Orders</source>
   <translation>Приказы</translation>
  </message>
  <message>
   <source>Correct a result</source>
   <translation>Исправить результат</translation>
  </message>
  <message>
   <source>Cards</source>
   <translation>Карты</translation>
  </message>
  <message>
   <source>Inspect</source>
   <translation>Проверки</translation>
  </message>
  <message>
   <source>Enter by hand</source>
   <translation>Ввести вручную</translation>
  </message>
  <message>
   <source>Rule</source>
   <translation>Решить</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Nothing can be ruled while a device is missing</source>
   <translation>Пока нет устройства, решать нельзя</translation>
  </message>
 </context>
 <context>
  <name>PageHead</name>
  <message>
   <source>In this state for %1</source>
   <translation>В этом состоянии %1</translation>
  </message>
 </context>
 <context>
  <name>PagedGrid</name>
  <message>
   <source>Page before</source>
   <translation>Предыдущая страница</translation>
  </message>
  <message>
   <source>Page %1 of %2</source>
   <translation>Страница %1 из %2</translation>
  </message>
  <message>
   <source>Page after</source>
   <translation>Следующая страница</translation>
  </message>
 </context>
 <context>
  <name>Panel</name>
  <message>
   <source>Back</source>
   <translation>Назад</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Закрыть</translation>
  </message>
  <message>
   <source>Back one step</source>
   <translation>На шаг назад</translation>
  </message>
  <message>
   <source>Close: %1</source>
   <translation>Закрыть: %1</translation>
  </message>
 </context>
 <context>
  <name>PitHeader</name>
  <message>
   <source>All tables</source>
   <translation>Все столы</translation>
  </message>
  <message>
   <source>Log in</source>
   <translation>Войти</translation>
  </message>
  <message>
   <source>Log out</source>
   <translation>Выйти</translation>
  </message>
  <message>
   <source>Alarm flood</source>
   <translation>Лавина тревог</translation>
  </message>
  <message>
   <source>Alarms this hour: %1 (aim %2)</source>
   <translation>Тревог за час: %1 (цель %2)</translation>
  </message>
  <message>
   <source>Language: %1</source>
   <translation>Язык: %1</translation>
  </message>
 </context>
 <context>
  <name>PlayingCard</name>
  <message>
   <source>card face down</source>
   <translation>карта рубашкой вверх</translation>
  </message>
 </context>
 <context>
  <name>ReasonField</name>
  <message>
   <source>Reason</source>
   <translation>Причина</translation>
  </message>
  <message>
   <source>seen on video</source>
   <translation>видно на видео</translation>
  </message>
  <message>
   <source>dealer's error</source>
   <translation>ошибка дилера</translation>
  </message>
  <message>
   <source>device fault</source>
   <translation>неисправность устройства</translation>
  </message>
  <message>
   <source>end of shift</source>
   <translation>конец смены</translation>
  </message>
  <message>
   <source>order of the house</source>
   <translation>распоряжение заведения</translation>
  </message>
  <message>
   <source>Next usual: %1</source>
   <translation>Следующая обычная: %1</translation>
  </message>
 </context>
 <context>
  <name>Road</name>
  <message>
   <source>%1: %2 rounds</source>
   <translation>%1: раундов %2</translation>
  </message>
  <message>
   <source>B</source>
   <translation>Б</translation>
  </message>
  <message>
   <source>T</source>
   <translation>Н</translation>
  </message>
  <message>
   <source>P</source>
   <translation>И</translation>
  </message>
 </context>
 <context>
  <name>Roads</name>
  <message>
   <source>Big road</source>
   <translation>Большая дорога</translation>
  </message>
  <message>
   <source>Bead plate</source>
   <translation>Бисерная таблица</translation>
  </message>
 </context>
 <context>
  <name>RouletteTable</name>
  <message>
   <source>Shaker</source>
   <translation>Шейкер</translation>
  </message>
 </context>
 <context>
  <name>RulingDialog</name>
  <message>
   <source>Ruling</source>
   <translation>Решение</translation>
  </message>
  <message>
   <source>Read</source>
   <translation>Прочитано</translation>
  </message>
  <message>
   <source>Due</source>
   <translation>Ожидалось</translation>
  </message>
  <message>
   <source>No ruling is possible now: a device is missing</source>
   <translation>Сейчас решить нельзя: нет связи с устройством</translation>
  </message>
  <message>
   <source>Also read since: %1</source>
   <translation>Прочитано с тех пор: %1</translation>
  </message>
  <message>
   <source>Two people must rule the same, one of them a pit boss</source>
   <translation>Двое должны решить одинаково, один из них пит-босс</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Назад</translation>
  </message>
  <message>
   <source>Two people enter it</source>
   <translation>Вводят двое</translation>
  </message>
  <message>
   <source>Hold to rule</source>
   <translation>Удерживать: решить</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Choose a ruling</source>
   <translation>Выберите решение</translation>
  </message>
  <message>
   <source>Choose or type a reason first</source>
   <translation>Сначала выберите или введите причину</translation>
  </message>
 </context>
 <context>
  <name>SecondsList</name>
  <message>
   <source>A second person must give the same order</source>
   <translation>То же должен приказать второй человек</translation>
  </message>
  <message>
   <source>ordered by %1, %2</source>
   <translation>приказ: %1, %2</translation>
  </message>
  <message>
   <source>Hold to agree</source>
   <translation>Держать: согласен</translation>
  </message>
  <message>
   <source>Hold to agree: %1</source>
   <translation>Держать: согласен, %1</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
  <message>
   <source>Second person here</source>
   <translation>Второй человек здесь</translation>
  </message>
 </context>
 <context>
  <name>SilentBanner</name>
  <message>
   <source>No link to the table. What stands below may be old. Deal nothing, call the pit boss by voice.</source>
   <translation>Нет связи со столом. Данные ниже могли устареть. Не сдавайте, позовите пит-босса голосом.</translation>
  </message>
 </context>
 <context>
  <name>Strip</name>
  <message>
   <source>%1 takes over from %2</source>
   <translation>%1 принимает стол у %2</translation>
  </message>
  <message>
   <source>%1 leaves after this round</source>
   <translation>%1 уходит после этого раунда</translation>
  </message>
  <message>
   <source>Go on duty</source>
   <translation>Заступить</translation>
  </message>
  <message>
   <source>Shift</source>
   <translation>Смена</translation>
  </message>
  <message>
   <source>Leave</source>
   <translation>Выйти</translation>
  </message>
  <message>
   <source>Language: %1</source>
   <translation>Язык: %1</translation>
  </message>
 </context>
 <context>
  <name>TimeLine</name>
  <message>
   <source>The round</source>
   <translation>Раунд</translation>
  </message>
 </context>
 <context>
  <name>WaitingPane</name>
  <message>
   <source>No link to the table. Call the technician.</source>
   <translation>Нет связи со столом. Вызовите техника.</translation>
  </message>
  <message>
   <source>Connecting to the table</source>
   <translation>Соединение со столом</translation>
  </message>
 </context>
 <context>
  <name>Wall</name>
  <message>
   <source>pockets</source>
   <translation>по ячейкам</translation>
  </message>
  <message>
   <source>sectors</source>
   <translation>по секторам</translation>
  </message>
  <message>
   <source>backend away</source>
   <translation>бэкенд не на связи</translation>
  </message>
  <message>
   <source>{count} not acknowledged</source>
   <translation>не подтверждено: {count}</translation>
  </message>
  <message>
   <source>backend ready</source>
   <translation>бэкенд на связи</translation>
  </message>
  <message>
   <source>backend {ms} ms</source>
   <translation>бэкенд {ms} мс</translation>
  </message>
  <message>
   <source>cut card out</source>
   <translation>отрезная вышла</translation>
  </message>
  <message>
   <source>{count} cards out</source>
   <translation>вышло карт: {count}</translation>
  </message>
  <message>
   <source>{count} to the cut card</source>
   <translation>до отрезной: {count}</translation>
  </message>
 </context>
 <context>
  <name>WallTile</name>
  <message>
   <source>no link</source>
   <translation>нет связи</translation>
  </message>
  <message>
   <source>In this state for %1</source>
   <translation>В этом состоянии %1</translation>
  </message>
  <message>
   <source>connecting</source>
   <translation>соединение</translation>
  </message>
  <message>
   <source>Tap to acknowledge</source>
   <translation>Коснитесь, чтобы принять</translation>
  </message>
 </context>
 <context>
  <name>WheelNumbers</name>
  <message>
   <source>Last %1 numbers</source>
   <translation>Последние номера: %1</translation>
  </message>
  <message>
   <source>Hot</source>
   <translation>Горячие</translation>
  </message>
  <message>
   <source>Cold</source>
   <translation>Холодные</translation>
  </message>
  <message>
   <source>Bias after %1 spins</source>
   <translation>Отклонение колеса, спинов: %1</translation>
  </message>
 </context>
 <context>
  <name>WinnerKeypad</name>
  <message>
   <source>Player wins</source>
   <translation>Игрок выиграл</translation>
  </message>
  <message>
   <source>Banker wins</source>
   <translation>Банкир выиграл</translation>
  </message>
  <message>
   <source>Tie</source>
   <translation>Ничья</translation>
  </message>
 </context>
 <context>
  <name>WorkPane</name>
  <message>
   <source>Say: “%1”</source>
   <translation>Скажите: «%1»</translation>
  </message>
  <message>
   <source>No link to the table: call by voice</source>
   <translation>Нет связи со столом: позовите голосом</translation>
  </message>
  <message>
   <source>Next: %1</source>
   <translation>Далее: %1</translation>
  </message>
  <message>
   <source>Call pit boss</source>
   <translation>Вызвать пит-босса</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Назад</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>Сообщить</translation>
  </message>
  <message>
   <source>Confirm</source>
   <translation>Готово</translation>
  </message>
  <message>
   <source>No link to the table</source>
   <translation>Нет связи со столом</translation>
  </message>
 </context>
 <context>
  <name>Orders</name>
  <message>
   <source>Correct {round}: {values}</source>
   <translation>Исправить {round}: {values}</translation>
  </message>
  <message>
   <source>The result of {round} does not count</source>
   <translation>Результат {round} не считается</translation>
  </message>
  <message>
   <source>The count of the set {name}</source>
   <translation>Пересчёт комплекта {name}</translation>
  </message>
  <message>
   <source>void</source>
   <translation>отменён</translation>
  </message>
  <message>
   <source>corrected</source>
   <translation>исправлен</translation>
  </message>
  <message>
   <source>BOX {box}, hand {hand}, card {card}</source>
   <translation>БОКС {box}, рука {hand}, карта {card}</translation>
  </message>
  <message>
   <source>ball {number}</source>
   <translation>шар {number}</translation>
  </message>
 </context>
 <context>
  <name>LogIn</name>
  <message>
   <source>nobody logs in here</source>
   <translation>здесь вход не ведётся</translation>
  </message>
  <message>
   <source>not known here</source>
   <translation>здесь не известен</translation>
  </message>
  <message>
   <source>wrong PIN</source>
   <translation>неверный PIN</translation>
  </message>
  <message>
   <source>locked</source>
   <translation>заблокировано</translation>
  </message>
  <message>
   <source>not in this role</source>
   <translation>не в этой роли</translation>
  </message>
  <message>
   <source>no licence for this game</source>
   <translation>нет допуска к этой игре</translation>
  </message>
  <message>
   <source>on duty at another table</source>
   <translation>работает за другим столом</translation>
  </message>
  <message>
   <source>too many wait: try again</source>
   <translation>слишком много ожидающих: попробуйте ещё раз</translation>
  </message>
  <message>
   <source>the ruling</source>
   <translation>решение</translation>
  </message>
  <message>
   <source>to void the last result</source>
   <translation>аннулирование последнего результата</translation>
  </message>
  <message>
   <source>the correction</source>
   <translation>исправление</translation>
  </message>
  <message>
   <source>the same value</source>
   <translation>то же значение</translation>
  </message>
  <message>
   <source>the same count</source>
   <translation>тот же подсчёт</translation>
  </message>
  <message>
   <source>the same order</source>
   <translation>то же распоряжение</translation>
  </message>
  <message>
   <source>no link to the table</source>
   <translation>нет связи со столом</translation>
  </message>
 </context>
 <context>
  <name>Prompts</name>
  <message>
   <source>Table closed</source>
   <translation>Стол закрыт</translation>
  </message>
  <message>
   <source>Wait: {devices}</source>
   <translation>Ждите: {devices}</translation>
  </message>
  <message>
   <source>Wait: no set of cards is ready to be shuffled</source>
   <translation>Ждите: нет готового комплекта карт</translation>
  </message>
  <message>
   <source>Wait for the wheel</source>
   <translation>Ждите колесо</translation>
  </message>
  <message>
   <source>Clear the table. Last: {outcome}</source>
   <translation>Уберите стол. Итог: {outcome}</translation>
  </message>
  <message>
   <source>Wait: bets are open</source>
   <translation>Ждите: ставки открыты</translation>
  </message>
  <message>
   <source>Card to {to}</source>
   <translation>Карта: {to}</translation>
  </message>
  <message>
   <source>Lay the cut card aside, then card to {to}</source>
   <translation>Отложите отрезную, затем карта: {to}</translation>
  </message>
  <message>
   <source>Card face down to {to}</source>
   <translation>Карта в закрытую: {to}</translation>
  </message>
  <message>
   <source>First card of the shoe, face up</source>
   <translation>Первая карта шуза, в открытую</translation>
  </message>
  <message>
   <source>Burn {number} of {of}</source>
   <translation>Сожгите {number} из {of}</translation>
  </message>
  <message>
   <source>Lay the cut card aside, then burn {number} of {of}</source>
   <translation>Отложите отрезную, затем сожгите {number} из {of}</translation>
  </message>
  <message>
   <source>Spin</source>
   <translation>Спин</translation>
  </message>
  <message>
   <source>Ball in play</source>
   <translation>Шарик в игре</translation>
  </message>
  <message>
   <source>Wait: the backend names the boxes</source>
   <translation>Ждите: система называет боксы</translation>
  </message>
  <message>
   <source>Box {box}, hand {hand}: {allowed}</source>
   <translation>Бокс {box}, рука {hand}: {allowed}</translation>
  </message>
  <message>
   <source>Draw {count} balls</source>
   <translation>Достаньте шары: {count}</translation>
  </message>
  <message>
   <source>Turn the reel</source>
   <translation>Запустите барабан</translation>
  </message>
  <message>
   <source>Turn the bonus wheel, turn {turn}</source>
   <translation>Крутите бонусное колесо, раз {turn}</translation>
  </message>
  <message>
   <source>Wait: {draw} is drawn</source>
   <translation>Ждите: розыгрыш {draw}</translation>
  </message>
  <message>
   <source>Peek at the hole card</source>
   <translation>Проверьте закрытую карту</translation>
  </message>
  <message>
   <source>A second person enters {request}</source>
   <translation>Второй человек вводит: {request}</translation>
  </message>
  <message>
   <source>Announce the result: {value}</source>
   <translation>Объявите результат: {value}</translation>
  </message>
  <message>
   <source>Inspect the cards, then confirm</source>
   <translation>Проверьте карты и нажмите «Готово»</translation>
  </message>
  <message>
   <source>Shuffle, then confirm</source>
   <translation>Перемешайте и нажмите «Готово»</translation>
  </message>
  <message>
   <source>Put the cards into the shuffler and start it</source>
   <translation>Положите карты в шаффл-машину и запустите её</translation>
  </message>
  <message>
   <source>Put the {batch} cards into the shuffler and start it</source>
   <translation>Положите карты «{batch}» в шаффл-машину и запустите её</translation>
  </message>
  <message>
   <source>Wait: the shuffler is at work</source>
   <translation>Ждите: шаффл-машина работает</translation>
  </message>
  <message>
   <source>Cards are stuck in the shuffler: take all of them out, count them and put them in again</source>
   <translation>Карты застряли в шаффл-машине: достаньте все, пересчитайте и положите снова</translation>
  </message>
  <message>
   <source>Shut the shuffler</source>
   <translation>Закройте шаффл-машину</translation>
  </message>
  <message>
   <source>The shuffler reports a fault: call the technician</source>
   <translation>Шаффл-машина сообщает о неисправности: позовите техника</translation>
  </message>
  <message>
   <source>Cut and place the cut card, then confirm</source>
   <translation>Снимите, вложите отрезную и нажмите «Готово»</translation>
  </message>
  <message>
   <source>Load the shoe</source>
   <translation>Зарядите шуз</translation>
  </message>
  <message>
   <source>Turn the hole card</source>
   <translation>Откройте закрытую карту</translation>
  </message>
  <message>
   <source>Check that every ball is in the drawer, then confirm</source>
   <translation>Проверьте, что все шары в лототроне, и нажмите «Готово»</translation>
  </message>
  <message>
   <source>The round ends</source>
   <translation>Раунд окончен</translation>
  </message>
  <message>
   <source>Announce the result</source>
   <translation>Объявите результат</translation>
  </message>
  <message>
   <source>Deal the cards</source>
   <translation>Раздача карт</translation>
  </message>
  <message>
   <source>Burn as many as the card says</source>
   <translation>Сжечь столько, сколько укажет карта</translation>
  </message>
  <message>
   <source>Box {box}, hand {hand} decides</source>
   <translation>Решает бокс {box}, рука {hand}</translation>
  </message>
  <message>
   <source>The players decide</source>
   <translation>Решают игроки</translation>
  </message>
  <message>
   <source>As the card falls</source>
   <translation>Зависит от карты</translation>
  </message>
  <message>
   <source>As the ball falls</source>
   <translation>Зависит от числа</translation>
  </message>
  <message>
   <source>As the turn ends</source>
   <translation>Зависит от вращения</translation>
  </message>
  <message>
   <source>As the player decides</source>
   <translation>Зависит от решения игрока</translation>
  </message>
  <message>
   <source>As the peek says</source>
   <translation>Зависит от проверки карты</translation>
  </message>
 </context>
 <context>
  <name>Alarms</name>
  <message>
   <source>Too many wrong PINs: they are locked for five minutes</source>
   <translation>Слишком много неверных PIN: вход закрыт на пять минут</translation>
  </message>
  <message>
   <source>A badge of nobody was shown</source>
   <translation>Показана карточка, которой ни у кого нет</translation>
  </message>
  <message>
   <source>The dealer asks for the pit boss</source>
   <translation>Дилер зовёт пит-босса</translation>
  </message>
  <message>
   <source>A round was voided</source>
   <translation>Раунд отменён</translation>
  </message>
  <message>
   <source>The set of cards must be counted after this shoe</source>
   <translation>После этого шуза комплект карт нужно пересчитать</translation>
  </message>
  <message>
   <source>A set of cards is not whole: it is blocked</source>
   <translation>Комплект карт неполный: он заблокирован</translation>
  </message>
  <message>
   <source>Two people have entered different values</source>
   <translation>Два человека ввели разные значения</translation>
  </message>
  <message>
   <source>The video recorder is silent</source>
   <translation>Видеозапись молчит</translation>
  </message>
  <message>
   <source>Cards are stuck in the shuffler</source>
   <translation>Карты застряли в шаффл-машине</translation>
  </message>
  <message>
   <source>The shuffler reports a fault</source>
   <translation>Шаффл-машина сообщает о неисправности</translation>
  </message>
  <message>
   <source>A batch was shuffled whose set has not been counted</source>
   <translation>Перетасована партия, карты которой не пересчитаны</translation>
  </message>
  <message>
   <source>A card that had been read was shown again</source>
   <translation>Показана карта, которая уже была прочитана</translation>
  </message>
  <message>
   <source>A device has not done what it was ordered</source>
   <translation>Устройство не выполнило приказ</translation>
  </message>
  <message>
   <source>A device has found a fault in itself</source>
   <translation>Устройство нашло у себя неисправность</translation>
  </message>
  <message>
   <source>A device has tested itself</source>
   <translation>Устройство проверило себя</translation>
  </message>
  <message>
   <source>A decision ran out of time while the table was held</source>
   <translation>Время решения истекло, пока стол был остановлен</translation>
  </message>
  <message>
   <source>Somebody was refused at the table's sockets</source>
   <translation>Кому-то отказано в подключении к столу</translation>
  </message>
  <message>
   <source>The wall clock was set: times before and after it do not compare</source>
   <translation>Часы переведены: время до и после не сравнимо</translation>
  </message>
  <message>
   <source>The backend's clock and the table's differ by more than is allowed</source>
   <translation>Часы бэкенда и часы стола расходятся больше допустимого</translation>
  </message>
  <message>
   <source>The backend's clock and the table's agree again</source>
   <translation>Часы бэкенда и часы стола снова сходятся</translation>
  </message>
  <message>
   <source>The backend will not take an event; nothing that follows it is sent</source>
   <translation>Бэкенд не принимает событие; следующие за ним не отправляются</translation>
  </message>
  <message>
   <source>Events were sent and the backend does not answer</source>
   <translation>События отправлены, бэкенд не отвечает</translation>
  </message>
  <message>
   <source>The second copy of the journal cannot be written</source>
   <translation>Вторая копия журнала не пишется</translation>
  </message>
  <message>
   <source>The second copy of the journal is whole again</source>
   <translation>Вторая копия журнала снова полна</translation>
  </message>
  <message>
   <source>The list of people cannot be read: nobody new is let in</source>
   <translation>Список людей не читается: никого нового не пустят</translation>
  </message>
  <message>
   <source>The dealer of this table is on duty at another one</source>
   <translation>Дилер этого стола дежурит за другим</translation>
  </message>
  <message>
   <source>Older rows of the journal are not what was written</source>
   <translation>Старые записи журнала не те, что были записаны</translation>
  </message>
  <message>
   <source>The software or the configuration is not what the table started with</source>
   <translation>Программа или настройки не те, с которыми стол запущен</translation>
  </message>
 </context>
 <context>
  <name>Announcements</name>
  <message>
   <source>No more bets</source>
   <translation>Ставок больше нет</translation>
  </message>
  <message>
   <source>No spin</source>
   <translation>Спин не засчитан</translation>
  </message>
  <message>
   <source>The cut card is out</source>
   <translation>Вышла отрезная карта</translation>
  </message>
  <message>
   <source>Last hand before shuffle</source>
   <translation>Последняя раздача перед шаффлом</translation>
  </message>
  <message>
   <source>Player wins</source>
   <translation>Игрок выиграл</translation>
  </message>
  <message>
   <source>Banker wins</source>
   <translation>Банкир выиграл</translation>
  </message>
  <message>
   <source>Tie</source>
   <translation>Ничья</translation>
  </message>
  <message>
   <source>The number is called</source>
   <translation>Назовите номер</translation>
  </message>
  <message>
   <source>Both numbers are called</source>
   <translation>Назовите оба номера</translation>
  </message>
  <message>
   <source>Blackjack</source>
   <translation>Блэкджек</translation>
  </message>
  <message>
   <source>Insurance</source>
   <translation>Страховка</translation>
  </message>
  <message>
   <source>The dealer has no blackjack</source>
   <translation>У дилера нет блэкджека</translation>
  </message>
  <message>
   <source>The dealer has blackjack</source>
   <translation>У дилера блэкджек</translation>
  </message>
  <message>
   <source>The dealer is bust</source>
   <translation>У дилера перебор</translation>
  </message>
  <message>
   <source>The dealer has 17</source>
   <translation>У дилера 17</translation>
  </message>
  <message>
   <source>The dealer has 18</source>
   <translation>У дилера 18</translation>
  </message>
  <message>
   <source>The dealer has 19</source>
   <translation>У дилера 19</translation>
  </message>
  <message>
   <source>The dealer has 20</source>
   <translation>У дилера 20</translation>
  </message>
  <message>
   <source>The dealer has 21</source>
   <translation>У дилера 21</translation>
  </message>
 </context>
 <context>
  <name>Faults</name>
  <message>
   <source>A card was read for another place than the one due</source>
   <translation>Карта прочитана не для того места</translation>
  </message>
  <message>
   <source>Leave the cards as they lie and wait for the pit boss</source>
   <translation>Не трогайте карты и ждите пит-босса</translation>
  </message>
  <message>
   <source>A card was read when none was due</source>
   <translation>Прочитана карта, когда её не ждали</translation>
  </message>
  <message>
   <source>Keep the card in view, do not place it, and wait for the pit boss</source>
   <translation>Держите карту на виду, не кладите её и ждите пит-босса</translation>
  </message>
  <message>
   <source>A card left the shoe before the bets were closed</source>
   <translation>Карта вышла из шуза до закрытия ставок</translation>
  </message>
  <message>
   <source>Keep the card in view and wait for the pit boss</source>
   <translation>Держите карту на виду и ждите пит-босса</translation>
  </message>
  <message>
   <source>The shoe could not read a card</source>
   <translation>Шуз не смог прочитать карту</translation>
  </message>
  <message>
   <source>Keep the card face down in view and wait for the pit boss</source>
   <translation>Держите карту на виду рубашкой вверх и ждите пит-босса</translation>
  </message>
  <message>
   <source>A card was drawn while the shoe was not dealing</source>
   <translation>Карта вынута, когда шуз не сдавал</translation>
  </message>
  <message>
   <source>More copies of a card than the shoe can hold</source>
   <translation>Таких карт больше, чем есть в шузе</translation>
  </message>
  <message>
   <source>Stop dealing; the pit boss checks the whole shoe</source>
   <translation>Не сдавайте; пит-босс проверяет весь шуз</translation>
  </message>
  <message>
   <source>The shoe restarted although it was in play</source>
   <translation>Шуз перезапустился во время игры</translation>
  </message>
  <message>
   <source>Draw nothing and wait for the pit boss</source>
   <translation>Не вынимайте карт и ждите пит-босса</translation>
  </message>
  <message>
   <source>The shoe reports a fault</source>
   <translation>Шуз сообщает о неисправности</translation>
  </message>
  <message>
   <source>Draw nothing; look at the shoe's display and wait for the pit boss</source>
   <translation>Не вынимайте карт, посмотрите на дисплей шуза и ждите пит-босса</translation>
  </message>
  <message>
   <source>A cut card came although it was out already</source>
   <translation>Отрезная карта вышла второй раз</translation>
  </message>
  <message>
   <source>Lay it aside and wait for the pit boss</source>
   <translation>Отложите её и ждите пит-босса</translation>
  </message>
  <message>
   <source>A card fell to the floor</source>
   <translation>Карта упала на пол</translation>
  </message>
  <message>
   <source>Stop dealing; nobody picks it up before the pit boss has come</source>
   <translation>Не сдавайте; не поднимайте карту до прихода пит-босса</translation>
  </message>
  <message>
   <source>A card lay face up in the shoe</source>
   <translation>Карта лежала в шузе лицом вверх</translation>
  </message>
  <message>
   <source>Two cards came out together, and their order is not known</source>
   <translation>Вышли две карты сразу, порядок неизвестен</translation>
  </message>
  <message>
   <source>Touch neither card and wait for the pit boss</source>
   <translation>Не трогайте обе карты и ждите пит-босса</translation>
  </message>
  <message>
   <source>The shoe has no card left although one is due</source>
   <translation>Шуз пуст, а карта нужна</translation>
  </message>
  <message>
   <source>The first cards of the shoe lie in an order that a shuffle does not leave</source>
   <translation>Первые карты шуза лежат в порядке, какого не бывает после шаффла</translation>
  </message>
  <message>
   <source>Stop dealing; the pit boss looks at the shuffle</source>
   <translation>Не сдавайте; пит-босс смотрит шаффл</translation>
  </message>
  <message>
   <source>Too few or too many cards were burned</source>
   <translation>Сожжено слишком мало или много карт</translation>
  </message>
  <message>
   <source>Stop; the pit boss counts the burned cards</source>
   <translation>Стоп; пит-босс считает сожжённые карты</translation>
  </message>
  <message>
   <source>The shoe is past the cut card's place and it has not come</source>
   <translation>Место отрезной пройдено, а её нет</translation>
  </message>
  <message>
   <source>Finish the round; the pit boss looks for the cut card</source>
   <translation>Закончите раунд; пит-босс ищет отрезную</translation>
  </message>
  <message>
   <source>A place was passed over in dealing</source>
   <translation>При сдаче пропущено место</translation>
  </message>
  <message>
   <source>A card was dealt to a box that is not in play</source>
   <translation>Карта сдана на бокс не в игре</translation>
  </message>
  <message>
   <source>Leave the card as it lies and wait for the pit boss</source>
   <translation>Не трогайте карту и ждите пит-босса</translation>
  </message>
  <message>
   <source>The shuffler counted another number of cards than a shoe holds</source>
   <translation>Шаффл-машина насчитала не столько карт, сколько в шузе</translation>
  </message>
  <message>
   <source>Leave these cards where they are; the pit boss has them counted</source>
   <translation>Оставьте эти карты на месте; питбосс велит их пересчитать</translation>
  </message>
  <message>
   <source>The shuffler holds the batch whose turn it is not</source>
   <translation>В шаффл-машине не та партия карт, чья очередь</translation>
  </message>
  <message>
   <source>Leave the cards where they are; the pit boss sees which batch is due</source>
   <translation>Оставьте карты на месте; питбосс посмотрит, какая партия на очереди</translation>
  </message>
  <message>
   <source>The shoe sent a card again that was not read before: the same card, or one that was missed</source>
   <translation>Шуз повторил карту, которая не была прочитана: та же карта или пропущенная</translation>
  </message>
  <message>
   <source>Draw nothing; compare the cards on the table with the screen and wait for the pit boss</source>
   <translation>Ничего не тяните; сравните карты на столе с экраном и ждите питбосса</translation>
  </message>
  <message>
   <source>The wheel gave a number that belongs to no spin of this round</source>
   <translation>Колесо дало номер не из этого раунда</translation>
  </message>
  <message>
   <source>Leave the ball where it is and wait for the pit boss</source>
   <translation>Не трогайте шарик и ждите пит-босса</translation>
  </message>
  <message>
   <source>The wheel named two different numbers for one spin</source>
   <translation>Колесо назвало два номера за один спин</translation>
  </message>
  <message>
   <source>The spin ended without its number being seen</source>
   <translation>Спин закончился без номера</translation>
  </message>
  <message>
   <source>Do not spin and wait for the pit boss</source>
   <translation>Не запускайте шарик и ждите пит-босса</translation>
  </message>
  <message>
   <source>The wheel closed with the ball in play</source>
   <translation>Колесо закрылось с шариком в игре</translation>
  </message>
  <message>
   <source>Take the ball out and wait for the technician</source>
   <translation>Выньте шарик и ждите техника</translation>
  </message>
  <message>
   <source>The wheel was switched off and on</source>
   <translation>Колесо выключали и включали</translation>
  </message>
  <message>
   <source>The ball ran the same way as the rotor</source>
   <translation>Шарик запущен по ходу ротора</translation>
  </message>
  <message>
   <source>Take the ball out before it settles</source>
   <translation>Выньте шарик, пока он не упал</translation>
  </message>
  <message>
   <source>The wheel reports a faulty sensor, motor or encoder</source>
   <translation>Колесо сообщает о сбое датчика, мотора или энкодера</translation>
  </message>
  <message>
   <source>Do not spin and wait for the technician</source>
   <translation>Не запускайте шарик и ждите техника</translation>
  </message>
  <message>
   <source>The wheel has lost sight of the ball</source>
   <translation>Колесо потеряло шарик</translation>
  </message>
  <message>
   <source>Look for the ball and wait for the pit boss</source>
   <translation>Ищите шарик и ждите пит-босса</translation>
  </message>
  <message>
   <source>The ball was not launched</source>
   <translation>Шарик не запущен</translation>
  </message>
  <message>
   <source>Take the ball out and wait for the pit boss</source>
   <translation>Выньте шарик и ждите пит-босса</translation>
  </message>
  <message>
   <source>The rotor runs outside its approved speed</source>
   <translation>Скорость ротора вне допуска</translation>
  </message>
  <message>
   <source>The ball was launched before the bets were closed</source>
   <translation>Шарик запущен до закрытия ставок</translation>
  </message>
  <message>
   <source>The ball left the wheel</source>
   <translation>Шарик вылетел из колеса</translation>
  </message>
  <message>
   <source>Find the ball; the pit boss inspects it before it runs again</source>
   <translation>Найдите шарик; пит-босс проверит его до запуска</translation>
  </message>
  <message>
   <source>Something lies in the wheel</source>
   <translation>В колесе посторонний предмет</translation>
  </message>
  <message>
   <source>Stop the wheel and wait for the pit boss</source>
   <translation>Остановите колесо и ждите пит-босса</translation>
  </message>
  <message>
   <source>The ball made fewer turns than the house demands</source>
   <translation>Шарик сделал меньше оборотов, чем требуется</translation>
  </message>
  <message>
   <source>Take the ball out: no spin</source>
   <translation>Выньте шарик: спин не засчитан</translation>
  </message>
  <message>
   <source>The ball has not come to rest in a pocket</source>
   <translation>Шарик не лёг в ячейку</translation>
  </message>
  <message>
   <source>Do not touch the ball and wait for the pit boss</source>
   <translation>Не трогайте шарик и ждите пит-босса</translation>
  </message>
  <message>
   <source>The ball changed its pocket after it had settled</source>
   <translation>Шарик сменил ячейку после остановки</translation>
  </message>
  <message>
   <source>The wheel is not set as it was approved</source>
   <translation>Колесо настроено не так, как утверждено</translation>
  </message>
  <message>
   <source>The wheel is there and reports nothing: it is muted</source>
   <translation>Колесо на связи, но молчит: его отчёты отключены</translation>
  </message>
  <message>
   <source>The drawer does not hold every ball</source>
   <translation>В лототроне не все шары</translation>
  </message>
  <message>
   <source>Do not draw; the pit boss checks the ball set</source>
   <translation>Не доставайте шары; пит-босс проверяет комплект</translation>
  </message>
  <message>
   <source>A ball was drawn when none was due</source>
   <translation>Шар вышел, когда его не ждали</translation>
  </message>
  <message>
   <source>Leave the ball in the tube and wait for the pit boss</source>
   <translation>Оставьте шар в трубке и ждите пит-босса</translation>
  </message>
  <message>
   <source>The same ball was read twice in one draw</source>
   <translation>Один шар прочитан дважды</translation>
  </message>
  <message>
   <source>Touch nothing and wait for the pit boss</source>
   <translation>Ничего не трогайте и ждите пит-босса</translation>
  </message>
  <message>
   <source>A ball passed without being read</source>
   <translation>Шар прошёл непрочитанным</translation>
  </message>
  <message>
   <source>Leave the balls in the tube and wait for the pit boss</source>
   <translation>Оставьте шары в трубке и ждите пит-босса</translation>
  </message>
  <message>
   <source>A ball that is not of this set</source>
   <translation>Шар не из этого комплекта</translation>
  </message>
  <message>
   <source>A ball that was read has left the tube</source>
   <translation>Прочитанный шар выпал из трубки</translation>
  </message>
  <message>
   <source>The drawer cannot go on</source>
   <translation>Лототрон не может продолжать</translation>
  </message>
  <message>
   <source>Touch nothing and wait for the technician</source>
   <translation>Ничего не трогайте и ждите техника</translation>
  </message>
  <message>
   <source>The link to a device is gone</source>
   <translation>Нет связи с устройством</translation>
  </message>
  <message>
   <source>Wait; the table goes on when the device is back</source>
   <translation>Ждите: стол продолжит, когда связь вернётся</translation>
  </message>
  <message>
   <source>More than half of what a device says cannot be read</source>
   <translation>Больше половины данных устройства не читается</translation>
  </message>
  <message>
   <source>Call the technician: check cable and line settings</source>
   <translation>Вызовите техника: проверить кабель и настройки линии</translation>
  </message>
  <message>
   <source>The table's program was started again in the middle of a round</source>
   <translation>Программа стола перезапущена посреди раунда</translation>
  </message>
  <message>
   <source>Compare the cards on the table with the screen</source>
   <translation>Сверьте карты на столе с экраном</translation>
  </message>
  <message>
   <source>A device said something that has no place now</source>
   <translation>Устройство сообщило то, чего сейчас не ждут</translation>
  </message>
  <message>
   <source>A second source says another result</source>
   <translation>Второй источник даёт другой результат</translation>
  </message>
  <message>
   <source>What the devices say cannot be</source>
   <translation>Показания устройств невозможны</translation>
  </message>
  <message>
   <source>The backend has not named the boxes in play</source>
   <translation>Система не назвала боксы в игре</translation>
  </message>
  <message>
   <source>Do not deal and wait for the pit boss</source>
   <translation>Не сдавайте и ждите пит-босса</translation>
  </message>
  <message>
   <source>A device's serial line is not set as the table's file has it</source>
   <translation>Последовательная линия устройства настроена не так, как в файле стола</translation>
  </message>
  <message>
   <source>Call the technician: another adapter, or another line in the table's file</source>
   <translation>Позовите техника: нужен другой адаптер или другая линия в файле стола</translation>
  </message>
 </context>
 <context>
  <name>Words</name>
  <message>
   <source>PLAYER</source>
   <translation>ИГРОК</translation>
  </message>
  <message>
   <source>BANKER</source>
   <translation>БАНКИР</translation>
  </message>
  <message>
   <source>DEALER</source>
   <translation>ДИЛЕР</translation>
  </message>
  <message>
   <source>BOX</source>
   <translation>БОКС</translation>
  </message>
  <message>
   <source>TIE</source>
   <translation>НИЧЬЯ</translation>
  </message>
  <message>
   <source>VOID</source>
   <translation>ОТМЕНА</translation>
  </message>
  <message>
   <source>closed</source>
   <translation>закрыт</translation>
  </message>
  <message>
   <source>not ready</source>
   <translation>не готов</translation>
  </message>
  <message>
   <source>shoe change</source>
   <translation>смена шуза</translation>
  </message>
  <message>
   <source>bets open</source>
   <translation>приём ставок</translation>
  </message>
  <message>
   <source>in play</source>
   <translation>идёт игра</translation>
  </message>
  <message>
   <source>between rounds</source>
   <translation>пауза</translation>
  </message>
  <message>
   <source>HELD</source>
   <translation>СТОП</translation>
  </message>
  <message>
   <source>hit</source>
   <translation>карта</translation>
  </message>
  <message>
   <source>stand</source>
   <translation>хватит</translation>
  </message>
  <message>
   <source>double</source>
   <translation>дабл</translation>
  </message>
  <message>
   <source>triple</source>
   <translation>трипл</translation>
  </message>
  <message>
   <source>quadruple</source>
   <translation>квадрупл</translation>
  </message>
  <message>
   <source>split</source>
   <translation>сплит</translation>
  </message>
  <message>
   <source>surrender</source>
   <translation>сдаюсь</translation>
  </message>
  <message>
   <source>insurance</source>
   <translation>страховка</translation>
  </message>
  <message>
   <source>even money</source>
   <translation>равные деньги</translation>
  </message>
  <message>
   <source>decline</source>
   <translation>отказ</translation>
  </message>
  <message>
   <source>natural</source>
   <translation>натуральная</translation>
  </message>
  <message>
   <source>blackjack</source>
   <translation>блэкджек</translation>
  </message>
  <message>
   <source>soft</source>
   <translation>мягк.</translation>
  </message>
  <message>
   <source>bust</source>
   <translation>перебор</translation>
  </message>
  <message>
   <source>doubled</source>
   <translation>дабл</translation>
  </message>
  <message>
   <source>Baccarat</source>
   <translation>Баккара</translation>
  </message>
  <message>
   <source>Roulette</source>
   <translation>Рулетка</translation>
  </message>
  <message>
   <source>Blackjack</source>
   <translation>Блэкджек</translation>
  </message>
  <message>
   <source>ready</source>
   <translation>готов</translation>
  </message>
  <message>
   <source>slow</source>
   <translation>медленно</translation>
  </message>
  <message>
   <source>no link</source>
   <translation>нет связи</translation>
  </message>
  <message>
   <source>not connected</source>
   <translation>не подключён</translation>
  </message>
  <message>
   <source>connecting</source>
   <translation>соединение</translation>
  </message>
  <message>
   <source>wrong line settings</source>
   <translation>неверные настройки линии</translation>
  </message>
  <message>
   <source>shoe</source>
   <translation>шуз</translation>
  </message>
  <message>
   <source>wheel</source>
   <translation>колесо</translation>
  </message>
  <message>
   <source>ball drawer</source>
   <translation>лототрон</translation>
  </message>
  <message>
   <source>shuffler</source>
   <translation>шаффлер</translation>
  </message>
  <message>
   <source>timer</source>
   <translation>таймер</translation>
  </message>
  <message>
   <source>table</source>
   <translation>стол</translation>
  </message>
  <message>
   <source>house rule</source>
   <translation>правило казино</translation>
  </message>
  <message>
   <source>backend</source>
   <translation>бэкенд</translation>
  </message>
  <message>
   <source>reel</source>
   <translation>барабан</translation>
  </message>
  <message>
   <source>SHAKER</source>
   <translation>ШЕЙКЕР</translation>
  </message>
  <message>
   <source>lost</source>
   <translation>потеряна</translation>
  </message>
  <message>
   <source>shuffle</source>
   <translation>шаффл</translation>
  </message>
  <message>
   <source>cut</source>
   <translation>съём</translation>
  </message>
  <message>
   <source>shoe loaded</source>
   <translation>шуз заряжен</translation>
  </message>
  <message>
   <source>cards inspected</source>
   <translation>карты проверены</translation>
  </message>
  <message>
   <source>ball drawer full</source>
   <translation>лототрон полон</translation>
  </message>
  <message>
   <source>hole card turned</source>
   <translation>закрытая карта открыта</translation>
  </message>
  <message>
   <source>red</source>
   <translation>красное</translation>
  </message>
  <message>
   <source>black</source>
   <translation>чёрное</translation>
  </message>
  <message>
   <source>zero</source>
   <translation>зеро</translation>
  </message>
  <message>
   <source>voisins</source>
   <translation>вуазан</translation>
  </message>
  <message>
   <source>orphelins</source>
   <translation>орфалайнс</translation>
  </message>
  <message>
   <source>tiers</source>
   <translation>тьер</translation>
  </message>
  <message>
   <source>high</source>
   <translation>высокая</translation>
  </message>
  <message>
   <source>medium</source>
   <translation>средняя</translation>
  </message>
  <message>
   <source>low</source>
   <translation>низкая</translation>
  </message>
  <message>
   <source>Void the round</source>
   <translation>Отменить раунд</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>Продолжать</translation>
  </message>
  <message>
   <source>Card to the place that was due</source>
   <translation>Карту на нужное место</translation>
  </message>
  <message>
   <source>The card is the next one dealt</source>
   <translation>Карта — следующая в сдаче</translation>
  </message>
  <message>
   <source>Burn the card</source>
   <translation>Сжечь карту</translation>
  </message>
  <message>
   <source>Two people enter it</source>
   <translation>Вводят двое</translation>
  </message>
  <message>
   <source>The result stands</source>
   <translation>Результат в силе</translation>
  </message>
  <message>
   <source>Spin again, bets stand</source>
   <translation>Переспин, ставки в силе</translation>
  </message>
  <message>
   <source>Bets open, spin again</source>
   <translation>Открыть ставки, переспин</translation>
  </message>
  <message>
   <source>Another shoe</source>
   <translation>Другой шуз</translation>
  </message>
  <message>
   <source>Leave as it lies</source>
   <translation>Оставить как есть</translation>
  </message>
  <message>
   <source>Finish, then count the shoe</source>
   <translation>Доиграть и пересчитать шуз</translation>
  </message>
  <message>
   <source>Complete from the discards</source>
   <translation>Доиграть из отбоя</translation>
  </message>
  <message>
   <source>received</source>
   <translation>получен</translation>
  </message>
  <message>
   <source>counted</source>
   <translation>пересчитан</translation>
  </message>
  <message>
   <source>shuffled</source>
   <translation>перетасован</translation>
  </message>
  <message>
   <source>spent</source>
   <translation>отыгран</translation>
  </message>
  <message>
   <source>blocked</source>
   <translation>заблокирован</translation>
  </message>
  <message>
   <source>lottery balls</source>
   <translation>шары лототрона</translation>
  </message>
  <message>
   <source>bonus wheel</source>
   <translation>бонусное колесо</translation>
  </message>
  <message>
   <source>pit boss</source>
   <translation>пит-босс</translation>
  </message>
  <message>
   <source>technician</source>
   <translation>техник</translation>
  </message>
  <message>
   <source>ball</source>
   <translation>шарик</translation>
  </message>
  <message>
   <source>cards</source>
   <translation>карты</translation>
  </message>
  <message>
   <source>dealer</source>
   <translation>дилер</translation>
  </message>
  <message>
   <source>red backs</source>
   <translation>красная рубашка</translation>
  </message>
  <message>
   <source>blue backs</source>
   <translation>синяя рубашка</translation>
  </message>
  <message>
   <source>green backs</source>
   <translation>зелёная рубашка</translation>
  </message>
  <message>
   <source>black backs</source>
   <translation>чёрная рубашка</translation>
  </message>
  <message>
   <source>failed launch</source>
   <translation>неудачный запуск</translation>
  </message>
  <message>
   <source>wrong direction</source>
   <translation>неверное направление</translation>
  </message>
  <message>
   <source>ball not sensed</source>
   <translation>шарик не виден</translation>
  </message>
  <message>
   <source>component fault</source>
   <translation>неисправность</translation>
  </message>
  <message>
   <source>place bets</source>
   <translation>приём ставок</translation>
  </message>
  <message>
   <source>ball in the rim</source>
   <translation>шарик на треке</translation>
  </message>
  <message>
   <source>no more bets</source>
   <translation>ставок больше нет</translation>
  </message>
  <message>
   <source>winning number</source>
   <translation>номер выпал</translation>
  </message>
  <message>
   <source>before the game</source>
   <translation>перед игрой</translation>
  </message>
  <message>
   <source>jam</source>
   <translation>затор</translation>
  </message>
  <message>
   <source>open</source>
   <translation>открыта</translation>
  </message>
  <message>
   <source>fault</source>
   <translation>неисправность</translation>
  </message>
  <message>
   <source>blue</source>
   <translation>синий</translation>
  </message>
  <message>
   <source>buttons</source>
   <translation>кнопки</translation>
  </message>
  <message>
   <source>badge reader</source>
   <translation>считыватель карточек</translation>
  </message>
 </context>
 <context>
  <name>Phrases</name>
  <message>
   <source>nothing</source>
   <translation>ничего</translation>
  </message>
  <message>
   <source>bets</source>
   <translation>ставки</translation>
  </message>
  <message>
   <source>card to {place}</source>
   <translation>карта: {place}</translation>
  </message>
  <message>
   <source>card face down to {place}</source>
   <translation>карта в закрытую: {place}</translation>
  </message>
  <message>
   <source>burn card {number} of {of}</source>
   <translation>сжечь карту {number} из {of}</translation>
  </message>
  <message>
   <source>the number of this spin</source>
   <translation>номер этого спина</translation>
  </message>
  <message>
   <source>agreement on {word}</source>
   <translation>подтверждение: {word}</translation>
  </message>
  <message>
   <source>the decision of box {box}, hand {hand}</source>
   <translation>решение: бокс {box}, рука {hand}</translation>
  </message>
  <message>
   <source>{count} balls</source>
   <translation>шаров: {count}</translation>
  </message>
  <message>
   <source>the reel</source>
   <translation>барабан</translation>
  </message>
  <message>
   <source>turn {turn} of the bonus wheel</source>
   <translation>бонусное колесо, раз {turn}</translation>
  </message>
  <message>
   <source>the draw {draw}</source>
   <translation>розыгрыш {draw}</translation>
  </message>
  <message>
   <source>the peek</source>
   <translation>проверка закрытой карты</translation>
  </message>
  <message>
   <source>{card} for {place}</source>
   <translation>{card} для: {place}</translation>
  </message>
  <message>
   <source>one {card} too many</source>
   <translation>лишняя {card}</translation>
  </message>
  <message>
   <source>a second cut card</source>
   <translation>вторая отрезная карта</translation>
  </message>
  <message>
   <source>{card} while the shoe was {state}</source>
   <translation>{card}, когда шуз: {state}</translation>
  </message>
  <message>
   <source>fault {code}: {reason}</source>
   <translation>сбой {code}: {reason}</translation>
  </message>
  <message>
   <source>{text} is not a card</source>
   <translation>{text} — не карта</translation>
  </message>
  <message>
   <source>the shoe says {word}, the cards say {word2}</source>
   <translation>шуз: {word}, по картам: {word2}</translation>
  </message>
  <message>
   <source>{bad} malformed against {good} good frames</source>
   <translation>испорченных кадров {bad}, целых {good}</translation>
  </message>
  <message>
   <source>start of the shoe</source>
   <translation>начало шуза</translation>
  </message>
  <message>
   <source>the shoe says {word} while a card is due</source>
   <translation>шуз: {word}, а ожидается карта</translation>
  </message>
  <message>
   <source>ball in the rim in spin {spin}</source>
   <translation>шарик на треке в спине {spin}</translation>
  </message>
  <message>
   <source>spin {spin} ended, spin {next} is in play</source>
   <translation>спин {spin} закончен, идёт спин {next}</translation>
  </message>
  <message>
   <source>spin {spin} ended without a number</source>
   <translation>спин {spin} закончился без номера</translation>
  </message>
  <message>
   <source>spin {spin} went by unseen</source>
   <translation>спин {spin} прошёл незамеченным</translation>
  </message>
  <message>
   <source>{card} for {place} again; read before was {text}</source>
   <translation>снова {card} для {place}; прочитано было {text}</translation>
  </message>
  <message>
   <source>the {word} batch has {count} cards of {due}</source>
   <translation>в партии «{word}» {count} карт из {due}</translation>
  </message>
  <message>
   <source>the {word} batch, due is {word2}</source>
   <translation>партия «{word}», на очереди {word2}</translation>
  </message>
  <message>
   <source>the {word} batch, which is being dealt</source>
   <translation>партия «{word}», которая сейчас сдаётся</translation>
  </message>
  <message>
   <source>the shuffler says when the cards are shuffled; a shuffle by hand is confirmed by a pit boss</source>
   <translation>о перетасовке сообщает шаффл-машина; ручную перетасовку подтверждает питбосс</translation>
  </message>
  <message>
   <source>{number} of spin {spin}</source>
   <translation>{number} спина {spin}</translation>
  </message>
  <message>
   <source>{announced} announced, {number} reported</source>
   <translation>объявлен {announced}, передан {number}</translation>
  </message>
  <message>
   <source>wheel closed in spin {spin}</source>
   <translation>колесо закрылось в спине {spin}</translation>
  </message>
  <message>
   <source>the spin counter began again</source>
   <translation>счётчик спинов начался заново</translation>
  </message>
  <message>
   <source>{rpm} rpm</source>
   <translation>{rpm} об/мин</translation>
  </message>
  <message>
   <source>ball {number}</source>
   <translation>шар {number}</translation>
  </message>
  <message>
   <source>ball {number} again</source>
   <translation>шар {number} ещё раз</translation>
  </message>
  <message>
   <source>by {person}</source>
   <translation>{person}</translation>
  </message>
  <message>
   <source>the program was started again</source>
   <translation>программа запущена заново</translation>
  </message>
  <message>
   <source>the dealer announced {word}, the devices say {word2}</source>
   <translation>дилер объявил {word}, устройства: {word2}</translation>
  </message>
  <message>
   <source>all devices are ready again</source>
   <translation>все устройства снова готовы</translation>
  </message>
  <message>
   <source>the table is held: wait for the pit boss</source>
   <translation>стол остановлен: ждите пит-босса</translation>
  </message>
  <message>
   <source>nothing is to be confirmed now</source>
   <translation>сейчас нечего подтверждать</translation>
  </message>
  <message>
   <source>what is to be confirmed now is: {word}</source>
   <translation>сейчас подтверждается: {word}</translation>
  </message>
  <message>
   <source>only a pit boss rules</source>
   <translation>решает только пит-босс</translation>
  </message>
  <message>
   <source>nothing holds the table</source>
   <translation>стол ничем не остановлен</translation>
  </message>
  <message>
   <source>a ruling needs a reason</source>
   <translation>к решению нужна причина</translation>
  </message>
  <message>
   <source>no result is awaited now</source>
   <translation>результат сейчас не ожидается</translation>
  </message>
  <message>
   <source>this table takes no announced result</source>
   <translation>этот стол не принимает объявленный результат</translation>
  </message>
  <message>
   <source>only a pit boss voids a round</source>
   <translation>раунд отменяет только пит-босс</translation>
  </message>
  <message>
   <source>no round is in progress</source>
   <translation>раунд не идёт</translation>
  </message>
  <message>
   <source>only a pit boss orders a shuffle</source>
   <translation>шаффл назначает только пит-босс</translation>
  </message>
  <message>
   <source>no shoe is in play</source>
   <translation>шуза в игре нет</translation>
  </message>
  <message>
   <source>the table is open already</source>
   <translation>стол уже открыт</translation>
  </message>
  <message>
   <source>the table is closed already</source>
   <translation>стол уже закрыт</translation>
  </message>
  <message>
   <source>only a pit boss or the backend opens a table</source>
   <translation>стол открывает только пит-босс или система</translation>
  </message>
  <message>
   <source>only a pit boss or the backend closes a table</source>
   <translation>стол закрывает только пит-босс или система</translation>
  </message>
  <message>
   <source>the rounds asked for are played</source>
   <translation>заданные раунды сыграны</translation>
  </message>
  <message>
   <source>noted: a second person must give the same order</source>
   <translation>записано: второй человек должен дать то же распоряжение</translation>
  </message>
  <message>
   <source>another person must give the same order</source>
   <translation>то же распоряжение должен дать другой человек</translation>
  </message>
  <message>
   <source>one of the two must be a pit boss</source>
   <translation>один из двоих должен быть пит-боссом</translation>
  </message>
  <message>
   <source>nothing waits for a second person</source>
   <translation>второго человека ничего не ждёт</translation>
  </message>
  <message>
   <source>the table is not connected</source>
   <translation>стол не подключён</translation>
  </message>
  <message>
   <source>no link to the table</source>
   <translation>нет связи со столом</translation>
  </message>
  <message>
   <source>log in by badge or PIN</source>
   <translation>войдите по бейджу или PIN</translation>
  </message>
  <message>
   <source>{person} is not logged in</source>
   <translation>{person}: вход не выполнен</translation>
  </message>
  <message>
   <source>{person} is not logged in: log in again</source>
   <translation>{person}: вход не выполнен, войдите снова</translation>
  </message>
  <message>
   <source>nobody is on duty: log in by badge or PIN</source>
   <translation>за столом никого: войдите по бейджу или PIN</translation>
  </message>
  <message>
   <source>{dealer} is on duty, not {person}</source>
   <translation>за столом {dealer}, а не {person}</translation>
  </message>
  <message>
   <source>only a pit boss relieves a dealer</source>
   <translation>дилера сменяет только пит-босс</translation>
  </message>
  <message>
   <source>a reason is needed</source>
   <translation>нужна причина</translation>
  </message>
  <message>
   <source>who deals leaves in his own name; a pit boss may relieve him</source>
   <translation>дилер уходит сам; пит-босс может его сменить</translation>
  </message>
  <message>
   <source>{person}'s licence for {game} ended on {day}</source>
   <translation>{person}: лицензия на {game} истекла {day}</translation>
  </message>
  <message>
   <source>logged out</source>
   <translation>выход</translation>
  </message>
  <message>
   <source>takes over after this round</source>
   <translation>принимает стол после этого раунда</translation>
  </message>
  <message>
   <source>the dealer leaves after this round</source>
   <translation>дилер уходит после этого раунда</translation>
  </message>
  <message>
   <source>stays</source>
   <translation>остаётся</translation>
  </message>
  <message>
   <source>does not take over</source>
   <translation>не принимает стол</translation>
  </message>
  <message>
   <source>{count} wrong PINs of {person} at {where}</source>
   <translation>{count} неверных PIN: {person}, {where}</translation>
  </message>
  <message>
   <source>a badge of nobody at {where}</source>
   <translation>неизвестный бейдж: {where}</translation>
  </message>
  <message>
   <source>unlocked</source>
   <translation>открыто снова</translation>
  </message>
  <message>
   <source>wrong PIN</source>
   <translation>неверный PIN</translation>
  </message>
  <message>
   <source>locked</source>
   <translation>заблокировано</translation>
  </message>
  <message>
   <source>not known here</source>
   <translation>здесь не известен</translation>
  </message>
  <message>
   <source>not in this role</source>
   <translation>не в этой роли</translation>
  </message>
  <message>
   <source>no licence for this game</source>
   <translation>нет допуска к этой игре</translation>
  </message>
  <message>
   <source>no decision is awaited now</source>
   <translation>решение сейчас не ожидается</translation>
  </message>
  <message>
   <source>nothing is to be entered now</source>
   <translation>сейчас нечего вводить</translation>
  </message>
  <message>
   <source>nothing is awaited that can be typed by hand</source>
   <translation>сейчас ничего нельзя ввести вручную</translation>
  </message>
  <message>
   <source>hand {hand}</source>
   <translation>рука {hand}</translation>
  </message>
  <message>
   <source>Announce the result</source>
   <translation>Объявите результат</translation>
  </message>
  <message>
   <source>Box {box} decides</source>
   <translation>Решает бокс {box}</translation>
  </message>
  <message>
   <source>Draw ball {number} of {count}</source>
   <translation>Достаньте шар {number} из {count}</translation>
  </message>
  <message>
   <source>Box {box}, hand {hand} decides</source>
   <translation>Решает бокс {box}, рука {hand}</translation>
  </message>
  <message>
   <source>this table keeps no sets of cards</source>
   <translation>у этого стола нет комплектов карт</translation>
  </message>
  <message>
   <source>this house has no free hands</source>
   <translation>в этом заведении нет свободных раздач</translation>
  </message>
  <message>
   <source>a free hand is ordered already</source>
   <translation>свободная раздача уже назначена</translation>
  </message>
  <message>
   <source>this shoe has had its {count} free hands</source>
   <translation>в этом шузе уже было свободных раздач: {count}</translation>
  </message>
  <message>
   <source>hand-over is between two rounds only</source>
   <translation>смена только между раундами</translation>
  </message>
  <message>
   <source>'' is not inspected here: nothing</source>
   <translation>здесь ничего не проверяют</translation>
  </message>
  <message>
   <source>'{what}' is not inspected here: {list}</source>
   <translation>здесь не проверяют {what}: {list}</translation>
  </message>
  <message>
   <source>no decision is awaited</source>
   <translation>решения не ждут</translation>
  </message>
  <message>
   <source>the table is held</source>
   <translation>стол остановлен</translation>
  </message>
  <message>
   <source>this house does not take {request} by hand</source>
   <translation>здесь не вводят вручную: {request}</translation>
  </message>
  <message>
   <source>round {name} is not in progress: the decision is late</source>
   <translation>раунд {name} не идёт: решение опоздало</translation>
  </message>
  <message>
   <source>nobody is on duty</source>
   <translation>за столом никого нет</translation>
  </message>
  <message>
   <source>{name} is on duty: hand over first</source>
   <translation>за столом {name}: сначала смена</translation>
  </message>
  <message>
   <source>{name} is on duty already</source>
   <translation>{name} уже за столом</translation>
  </message>
  <message>
   <source>{name} is no {word} here</source>
   <translation>{name}: здесь не {word}</translation>
  </message>
  <message>
   <source>{name} is no dealer of this table</source>
   <translation>{name}: не дилер этого стола</translation>
  </message>
  <message>
   <source>{name} has no licence for {word}</source>
   <translation>{name}: нет лицензии на игру {word}</translation>
  </message>
  <message>
   <source>no dealer is on duty</source>
   <translation>за столом нет дилера</translation>
  </message>
  <message>
   <source>the video recorder is silent</source>
   <translation>видеозапись молчит</translation>
  </message>
  <message>
   <source>no result of round {name} is known here</source>
   <translation>результат раунда {name} здесь не известен</translation>
  </message>
  <message>
   <source>no round has a result yet</source>
   <translation>ещё нет раунда с результатом</translation>
  </message>
  <message>
   <source>round {name} is void already</source>
   <translation>раунд {name} уже отменён</translation>
  </message>
  <message>
   <source>round {name} has no place {place}</source>
   <translation>в раунде {name} нет места {place}</translation>
  </message>
  <message>
   <source>the corrected round needs {request}: name it as {place}=VALUE</source>
   <translation>исправленному раунду нужно ещё: {request} ({place})</translation>
  </message>
  <message>
   <source>a change of a published result needs a reason</source>
   <translation>для изменения результата нужна причина</translation>
  </message>
  <message>
   <source>a published result is changed by a pit boss and a second person</source>
   <translation>результат меняют пит-босс и второй человек</translation>
  </message>
  <message>
   <source>set {name} cannot be {word} now: {why}</source>
   <translation>комплект {name} сейчас нельзя ({word}): {why}</translation>
  </message>
  <message>
   <source>set {name} is counted card by card, by two people</source>
   <translation>комплект {name} считают по картам два человека</translation>
  </message>
  <message>
   <source>it must be inspected first</source>
   <translation>сначала пересчитать</translation>
  </message>
  <message>
   <source>it must be shuffled first</source>
   <translation>сначала перетасовать</translation>
  </message>
  <message>
   <source>it must be cut first</source>
   <translation>сначала подрезать</translation>
  </message>
  <message>
   <source>it is ready to be loaded</source>
   <translation>он готов к загрузке</translation>
  </message>
  <message>
   <source>it is in play</source>
   <translation>он в игре</translation>
  </message>
  <message>
   <source>it must be inspected again first</source>
   <translation>сначала снова пересчитать</translation>
  </message>
  <message>
   <source>it is blocked: cards are missing or too many</source>
   <translation>он заблокирован: карты лишние или их не хватает</translation>
  </message>
  <message>
   <source>not inspected within 24 hours: {list}</source>
   <translation>не проверено за сутки: {list}</translation>
  </message>
  <message>
   <source>this house allows here: nothing while a device is missing</source>
   <translation>пока нет устройства, решать нельзя</translation>
  </message>
  <message>
   <source>a round is in progress</source>
   <translation>раунд идёт</translation>
  </message>
  <message>
   <source>{kind}: {reason}</source>
   <translation>{kind}: {reason}</translation>
  </message>
  <message>
   <source>reported, by {person}</source>
   <translation>сообщил: {person}</translation>
  </message>
  <message>
   <source>no such tag {name}</source>
   <translation>метка {name} неизвестна</translation>
  </message>
  <message>
   <source>smeared</source>
   <translation>смазана</translation>
  </message>
  <message>
   <source>{word} lost</source>
   <translation>{word}: потеряно</translation>
  </message>
  <message>
   <source>{word} down</source>
   <translation>{word}: нет связи</translation>
  </message>
  <message>
   <source>{word} down {reason}</source>
   <translation>{word}: нет связи ({reason})</translation>
  </message>
  <message>
   <source>{word} busy</source>
   <translation>{word}: занято</translation>
  </message>
  <message>
   <source>{word} not_connected</source>
   <translation>{word}: не подключено</translation>
  </message>
  <message>
   <source>{word} is muted</source>
   <translation>{word}: заглушено</translation>
  </message>
  <message>
   <source>{word} is muted: it is told to report again</source>
   <translation>{word}: заглушено, дан приказ снова сообщать</translation>
  </message>
  <message>
   <source>silent</source>
   <translation>молчит</translation>
  </message>
  <message>
   <source>no heartbeat of the video recorder</source>
   <translation>нет сигнала видеозаписи</translation>
  </message>
  <message>
   <source>{turns} turns, due are {count}</source>
   <translation>оборотов {turns}, нужно {count}</translation>
  </message>
  <message>
   <source>wrong direction in spin {spin}</source>
   <translation>неверное направление, спин {spin}</translation>
  </message>
  <message>
   <source>failed launch in spin {spin}</source>
   <translation>неудачный запуск, спин {spin}</translation>
  </message>
  <message>
   <source>component fault in spin {spin}</source>
   <translation>неисправность, спин {spin}</translation>
  </message>
  <message>
   <source>ball not sensed in spin {spin}</source>
   <translation>шарик не виден, спин {spin}</translation>
  </message>
  <message>
   <source>{announced} was the result, the wheel now says {number}</source>
   <translation>результат был {announced}, теперь колесо говорит {number}</translation>
  </message>
  <message>
   <source>spin {spin} ended without a number, the wheel now shows {number}</source>
   <translation>спин {spin} без числа, колесо показывает {number}</translation>
  </message>
  <message>
   <source>ball {number} as number {a}, due is number {b}</source>
   <translation>шар {number} как {a}-й, ожидался {b}-й</translation>
  </message>
  <message>
   <source>{person} entered {a}, {name} {b}</source>
   <translation>{person} ввёл {a}, {name} ввёл {b}</translation>
  </message>
  <message>
   <source>{card} lies at {place}, where none was due</source>
   <translation>{card} лежит на месте {place}, где карты не ждали</translation>
  </message>
  <message>
   <source>{name}: missing {cards}, too many {cards2}</source>
   <translation>{name}: не хватает {cards}, лишние {cards2}</translation>
  </message>
  <message>
   <source>all {count} cards are out</source>
   <translation>все карты вышли: {count}</translation>
  </message>
  <message>
   <source>{count} cards are out</source>
   <translation>вышло карт: {count}</translation>
  </message>
  <message>
   <source>no number after {time} s</source>
   <translation>нет числа через {time} с</translation>
  </message>
  <message>
   <source>the backend has not named the boxes in play</source>
   <translation>бэкенд не назвал боксы</translation>
  </message>
  <message>
   <source>button {name} of {word} has no meaning at this table</source>
   <translation>кнопка {name} ({word}) на этом столе ничего не значит</translation>
  </message>
  <message>
   <source>{read}, while the table is closed</source>
   <translation>{read}, при закрытом столе</translation>
  </message>
  <message>
   <source>{name} drew {data}, which nobody asked for</source>
   <translation>{name} разыграл {data}, чего никто не просил</translation>
  </message>
  <message>
   <source>{count} {card} too many</source>
   <translation>лишние {card}: {count}</translation>
  </message>
  <message>
   <source>{count} cards of one suit in sequence, up to {card}</source>
   <translation>карт одной масти подряд: {count}, до {card}</translation>
  </message>
  <message>
   <source>{data} was drawn; allowed is {list}</source>
   <translation>разыграно {data}, а можно: {list}</translation>
  </message>
  <message>
   <source>copy of the second journal: {reason}</source>
   <translation>вторая копия журнала: {reason}</translation>
  </message>
  <message>
   <source>ordered</source>
   <translation>по приказу</translation>
  </message>
  <message>
   <source>nothing was typed: a value has no default</source>
   <translation>ничего не введено</translation>
  </message>
  <message>
   <source>'{data}' is no value for {request}</source>
   <translation>{data}: не подходит для: {request}</translation>
  </message>
  <message>
   <source>every {card} of this shoe has been dealt</source>
   <translation>все {card} этого шуза уже вышли</translation>
  </message>
  <message>
   <source>another person must enter the same value</source>
   <translation>то же значение вводит другой человек</translation>
  </message>
  <message>
   <source>the table is held by {name} ({kind}), not by {what}</source>
   <translation>стол остановлен: {name} ({kind}), а не {what}</translation>
  </message>
  <message>
   <source>'{what}' is not allowed here: {allowed}</source>
   <translation>здесь нельзя: {what}; можно: {allowed}</translation>
  </message>
  <message>
   <source>the decision awaited is that of box {box}, hand {hand}</source>
   <translation>решение ждут от бокса {box}, рука {hand}</translation>
  </message>
  <message>
   <source>the boxes of this round are settled</source>
   <translation>боксы этого раунда уже названы</translation>
  </message>
  <message>
   <source>a step is confirmed at the table, by dealer or pit boss</source>
   <translation>шаг подтверждают за столом</translation>
  </message>
  <message>
   <source>card {card}</source>
   <translation>карта {card}</translation>
  </message>
  <message>
   <source>card not read: {reason}</source>
   <translation>карта не прочитана: {reason}</translation>
  </message>
  <message>
   <source>cut card out</source>
   <translation>отрезная вышла</translation>
  </message>
  <message>
   <source>wheel: {word}, spin {spin}</source>
   <translation>колесо: {word}, спин {spin}</translation>
  </message>
  <message>
   <source>number {number} announced</source>
   <translation>объявлен номер {number}</translation>
  </message>
  <message>
   <source>the shoe says {word}</source>
   <translation>шуз: {word}</translation>
  </message>
  <message>
   <source>link: {state}</source>
   <translation>связь: {state}</translation>
  </message>
  <message>
   <source>pit boss called</source>
   <translation>вызван пит-босс</translation>
  </message>
  <message>
   <source>confirmed</source>
   <translation>подтверждено</translation>
  </message>
  <message>
   <source>result announced</source>
   <translation>результат объявлен</translation>
  </message>
  <message>
   <source>ruling given</source>
   <translation>дано решение</translation>
  </message>
  <message>
   <source>round voided</source>
   <translation>раунд отменён</translation>
  </message>
  <message>
   <source>table opened</source>
   <translation>стол открыт</translation>
  </message>
  <message>
   <source>table closed</source>
   <translation>стол закрыт</translation>
  </message>
  <message>
   <source>alarm acknowledged</source>
   <translation>тревога принята</translation>
  </message>
  <message>
   <source>logged in as {word}</source>
   <translation>вход: {word}</translation>
  </message>
  <message>
   <source>confirms as the second</source>
   <translation>подтверждает вторым</translation>
  </message>
  <message>
   <source>not let in: {why}</source>
   <translation>вход не разрешён: {why}</translation>
  </message>
  <message>
   <source>refused: {why}</source>
   <translation>отказ: {why}</translation>
  </message>
  <message>
   <source>noisy line: {a} bad frames, {b} good</source>
   <translation>помехи на линии: плохих {a}, хороших {b}</translation>
  </message>
  <message>
   <source>ball {number} fell back</source>
   <translation>шар {number} упал назад</translation>
  </message>
  <message>
   <source>unknown ball: {reason}</source>
   <translation>неизвестный шар: {reason}</translation>
  </message>
  <message>
   <source>turns of the ball counted in spin {spin}</source>
   <translation>обороты шарика сосчитаны, спин {spin}</translation>
  </message>
  <message>
   <source>rotor speed outside its band</source>
   <translation>скорость ротора вне пределов</translation>
  </message>
  <message>
   <source>wheel warns: {word}</source>
   <translation>колесо предупреждает: {word}</translation>
  </message>
  <message>
   <source>wheel warns no more: {word}</source>
   <translation>предупреждение снято: {word}</translation>
  </message>
  <message>
   <source>muted: it reports nothing</source>
   <translation>заглушено: ничего не сообщает</translation>
  </message>
  <message>
   <source>reports again</source>
   <translation>снова сообщает</translation>
  </message>
  <message>
   <source>its settings are as approved</source>
   <translation>настройки как утверждены</translation>
  </message>
  <message>
   <source>its settings: {reason}</source>
   <translation>настройки: {reason}</translation>
  </message>
  <message>
   <source>its self-test: {reason}</source>
   <translation>самопроверка: {reason}</translation>
  </message>
  <message>
   <source>shoe locked</source>
   <translation>шуз заблокирован</translation>
  </message>
  <message>
   <source>shoe unlocked</source>
   <translation>шуз разблокирован</translation>
  </message>
  <message>
   <source>shoe on standby</source>
   <translation>шуз в ожидании</translation>
  </message>
  <message>
   <source>shoe fault {code}: {reason}</source>
   <translation>неисправность шуза {code}: {reason}</translation>
  </message>
  <message>
   <source>{count} balls in the drawer</source>
   <translation>шаров в лототроне: {count}</translation>
  </message>
  <message>
   <source>drawer fault: {reason}</source>
   <translation>неисправность лототрона: {reason}</translation>
  </message>
  <message>
   <source>card {card} sent again</source>
   <translation>карта {card} передана повторно</translation>
  </message>
  <message>
   <source>card {card} outside a game</source>
   <translation>карта {card} вне игры</translation>
  </message>
  <message>
   <source>lucky numbers drawn</source>
   <translation>счастливые числа разыграны</translation>
  </message>
  <message>
   <source>extras drawn</source>
   <translation>дополнения разыграны</translation>
  </message>
  <message>
   <source>gold bars drawn: {data}</source>
   <translation>разыграно слитков: {data}</translation>
  </message>
  <message>
   <source>gold bars drawn</source>
   <translation>слитки разыграны</translation>
  </message>
  <message>
   <source>{count} keys drawn</source>
   <translation>разыграно ключей: {count}</translation>
  </message>
  <message>
   <source>bonus numbers drawn</source>
   <translation>бонусные числа разыграны</translation>
  </message>
  <message>
   <source>red envelope drawn</source>
   <translation>красный конверт разыгран</translation>
  </message>
  <message>
   <source>set counted</source>
   <translation>комплект пересчитан</translation>
  </message>
  <message>
   <source>set shuffled</source>
   <translation>комплект перетасован</translation>
  </message>
  <message>
   <source>set cut</source>
   <translation>комплект подрезан</translation>
  </message>
  <message>
   <source>result corrected</source>
   <translation>результат исправлен</translation>
  </message>
  <message>
   <source>result voided</source>
   <translation>результат аннулирован</translation>
  </message>
  <message>
   <source>decision given</source>
   <translation>решение дано</translation>
  </message>
  <message>
   <source>boxes named</source>
   <translation>боксы названы</translation>
  </message>
  <message>
   <source>irregularity reported</source>
   <translation>сообщено о нарушении</translation>
  </message>
  <message>
   <source>recorder alive</source>
   <translation>запись идёт</translation>
  </message>
  <message>
   <source>inspection recorded</source>
   <translation>проверка записана</translation>
  </message>
  <message>
   <source>shuffle ordered</source>
   <translation>шаффл назначен</translation>
  </message>
  <message>
   <source>free hand ordered</source>
   <translation>свободная раздача назначена</translation>
  </message>
  <message>
   <source>went on duty</source>
   <translation>встал за стол</translation>
  </message>
  <message>
   <source>the dealer leaves</source>
   <translation>дилер уходит</translation>
  </message>
  <message>
   <source>the dealer is relieved</source>
   <translation>дилер сменён</translation>
  </message>
  <message>
   <source>value entered</source>
   <translation>значение введено</translation>
  </message>
  <message>
   <source>entered a value for {request}</source>
   <translation>введено значение: {request}</translation>
  </message>
  <message>
   <source>bets open</source>
   <translation>приём ставок</translation>
  </message>
  <message>
   <source>bets closed</source>
   <translation>ставки закрыты</translation>
  </message>
  <message>
   <source>number {number}</source>
   <translation>номер {number}</translation>
  </message>
 </context>
</TS>
