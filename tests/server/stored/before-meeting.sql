BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE chat (
	id INTEGER NOT NULL, 
	table_id VARCHAR(20) NOT NULL, 
	seat INTEGER NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	name VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	client VARCHAR(40) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT chat_pk PRIMARY KEY (id), 
	CONSTRAINT chat_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT chat_table_id_player_client_key UNIQUE (table_id, player, client)
);
INSERT INTO "chat" VALUES(1,'drqmujqnf56ne7',0,'95f876405ffa500dbc1e087c601738ed','Anna','good luck','15294-0',1794857329230);
CREATE TABLE ended (
	session VARCHAR(32) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT ended_pk PRIMARY KEY (session)
);
CREATE TABLE hidden (
	player VARCHAR(40) NOT NULL, 
	table_id VARCHAR(20) NOT NULL, 
	CONSTRAINT hidden_pk PRIMARY KEY (player, table_id), 
	CONSTRAINT hidden_player_fk FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT hidden_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "hidden" VALUES('165ff7891cd6b2e5968893428ea6cb80','thn3d2fydaxwx8');
CREATE TABLE journal (
	table_id VARCHAR(20) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	seat INTEGER NOT NULL, 
	value INTEGER NOT NULL, 
	text VARCHAR(80), 
	client VARCHAR(40), 
	at BIGINT NOT NULL, 
	digest VARCHAR(16), 
	CONSTRAINT journal_pk PRIMARY KEY (table_id, number), 
	CONSTRAINT journal_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT journal_table_id_seat_client_key UNIQUE (table_id, seat, client)
);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',0,'start',-1,0,NULL,NULL,1794857328437,'1453c3fcedb10ccc');
INSERT INTO "journal" VALUES('drqmujqnf56ne7',1,'move',0,1,'pawn H','15294-2',1794857328500,NULL);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',2,'move',0,9,'deploy S','15294-3',1794857328506,NULL);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',3,'move',0,3,'pawn P','15294-4',1794857328511,NULL);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',4,'move',0,6,'deploy H','15294-5',1794857328514,NULL);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',5,'move',0,4,'pawn S','15294-6',1794857328518,NULL);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',6,'move',0,8,'deploy P','15294-7',1794857328529,NULL);
INSERT INTO "journal" VALUES('drqmujqnf56ne7',7,'resign',1,0,NULL,'15294-8',1794857328533,'2ece6280b4bd1f8d');
INSERT INTO "journal" VALUES('c522j35az5y2fd',0,'start',-1,0,NULL,NULL,1794857328575,'ed3c62a7191bd9b3');
INSERT INTO "journal" VALUES('c522j35az5y2fd',1,'move',0,28,'put e5','15294-9',1794857328830,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',2,'move',1,31,'put b6','15294-10',1794857328863,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',3,'move',2,24,'put a5','15294-11',1794857328865,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',4,'move',0,27,'put d5','15294-12',1794857328868,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',5,'move',1,25,'put b5','15294-13',1794857328869,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',6,'move',2,24,'put a5','15294-14',1794857328873,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',7,'move',0,21,'put d4','15294-15',1794857328876,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',8,'move',1,30,'put a6','15294-16',1794857328879,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',9,'move',2,24,'put a5','15294-17',1794857328901,NULL);
INSERT INTO "journal" VALUES('c522j35az5y2fd',10,'resign',1,0,NULL,'15294-18',1794857329072,NULL);
INSERT INTO "journal" VALUES('g76ykkhjtx5rhg',0,'start',-1,0,NULL,NULL,1794857329260,'26f04a830890668b');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',0,'start',-1,0,NULL,NULL,1794857329318,'5230113637ee0991');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',1,'move',0,0,'pawn A','15294-19',1794857329487,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',2,'move',0,2,'pawn M','15294-20',1794857329494,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',3,'move',0,0,'pawn A','15294-21',1794857329500,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',4,'move',0,8,'deploy P','15294-22',1794857329501,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',5,'move',0,3,'pawn P','15294-23',1794857329505,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',6,'move',0,8,'deploy P','15294-24',1794857329526,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',7,'move',0,12,'build first','15294-25',1794857329552,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',8,'move',0,13,'end','15294-26',1794857329555,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',9,'move',1,4,'pawn S',NULL,1794857331578,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',10,'move',1,3,'pawn P',NULL,1794857331628,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',11,'move',1,8,'deploy P',NULL,1794857331701,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',12,'move',1,5,'deploy A',NULL,1794857331727,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',13,'move',1,2,'pawn M',NULL,1794857331777,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',14,'move',1,0,'pawn A',NULL,1794857331805,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',15,'move',1,7,'deploy M',NULL,1794857331835,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',16,'move',1,7,'deploy M',NULL,1794857331861,'376766c6467b8ec6');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',17,'move',1,12,'build first',NULL,1794857331884,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',18,'move',1,13,'end',NULL,1794857331944,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',19,'move',0,8,'deploy P','15294-27',1794857332000,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',20,'move',0,0,'pawn A','15294-28',1794857332002,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',21,'move',0,6,'deploy H','15294-29',1794857332005,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',22,'move',0,13,'end','15294-30',1794857332006,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',23,'move',1,8,'deploy P',NULL,1794857332030,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',24,'move',1,22,'migrate A S',NULL,1794857332054,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',25,'move',1,2,'pawn M',NULL,1794857332080,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',26,'move',1,4,'pawn S',NULL,1794857332126,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',27,'move',1,13,'end',NULL,1794857332153,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',28,'move',0,11,'build their','15294-31',1794857332157,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',29,'move',0,13,'end','15294-32',1794857332162,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',30,'move',1,37,'migrate S M',NULL,1794857332185,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',31,'move',1,2,'pawn M',NULL,1794857332215,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',32,'move',1,9,'deploy S',NULL,1794857332298,'c75cbbe3fdf0c60e');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',33,'move',1,4,'pawn S',NULL,1794857332322,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',34,'move',1,13,'end',NULL,1794857332354,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',35,'move',0,13,'end','15294-33',1794857332360,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',36,'move',1,29,'migrate M P',NULL,1794857332382,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',37,'move',1,6,'deploy H',NULL,1794857332404,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',38,'move',1,9,'deploy S',NULL,1794857332485,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',39,'move',1,1,'pawn H',NULL,1794857332561,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',40,'move',1,13,'end',NULL,1794857332589,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',41,'move',0,6,'deploy H','15294-34',1794857332616,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',42,'move',0,19,'migrate A H','15294-35',1794857332699,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',43,'move',0,13,'end','15294-36',1794857332712,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',44,'move',1,32,'migrate P H',NULL,1794857332745,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',45,'move',1,5,'deploy A',NULL,1794857332776,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',46,'move',1,13,'end',NULL,1794857332818,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',47,'move',0,23,'migrate H A','15294-37',1794857332834,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',48,'move',0,7,'deploy M','15294-38',1794857332847,'a7d5e9ce7fe6a1f0');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',49,'move',0,2,'pawn M','15294-39',1794857332860,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',50,'move',0,13,'end','15294-40',1794857332880,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',51,'move',1,23,'migrate H A',NULL,1794857332920,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',52,'move',1,13,'end',NULL,1794857333030,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',53,'move',0,0,'pawn A','15294-41',1794857333048,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',54,'move',0,13,'end','15294-42',1794857333081,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',55,'move',1,21,'migrate A P',NULL,1794857333112,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',56,'move',1,3,'pawn P',NULL,1794857333145,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',57,'move',1,7,'deploy M',NULL,1794857333173,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',58,'move',1,2,'pawn M',NULL,1794857333244,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',59,'move',1,6,'deploy H',NULL,1794857333272,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',60,'move',1,13,'end',NULL,1794857333299,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',61,'move',0,8,'deploy P','15294-43',1794857333308,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',62,'move',0,6,'deploy H','15294-44',1794857333328,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',63,'move',0,7,'deploy M','15294-45',1794857333388,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',64,'move',0,9,'deploy S','15294-46',1794857333410,'f7d35d5f6d933de5');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',65,'move',0,19,'migrate A H','15294-47',1794857333412,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',66,'move',0,4,'pawn S','15294-48',1794857333413,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',67,'move',0,3,'pawn P','15294-49',1794857333414,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',68,'move',0,5,'deploy A','15294-50',1794857333415,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',69,'move',0,5,'deploy A','15294-51',1794857333415,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',70,'move',0,0,'pawn A','15294-52',1794857333416,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',71,'move',0,4,'pawn S','15294-53',1794857333417,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',72,'move',0,8,'deploy P','15294-54',1794857333418,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',73,'move',0,1,'pawn H','15294-55',1794857333419,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',74,'move',0,4,'pawn S','15294-56',1794857333421,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',75,'move',0,11,'build their','15294-57',1794857333422,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',76,'move',0,13,'end','15294-58',1794857333423,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',77,'move',1,1,'pawn H',NULL,1794857333445,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',78,'move',1,32,'migrate P H',NULL,1794857333471,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',79,'move',1,13,'end',NULL,1794857333499,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',80,'move',0,34,'migrate P S','15294-59',1794857333523,'7d226f3f7eafaade');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',81,'move',0,2,'pawn M','15294-60',1794857333537,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',82,'move',0,9,'deploy S','15294-61',1794857333551,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',83,'move',0,9,'deploy S','15294-62',1794857333564,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',84,'move',0,13,'end','15294-63',1794857333572,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',85,'move',1,34,'migrate P S',NULL,1794857333651,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',86,'move',1,0,'pawn A',NULL,1794857333725,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',87,'move',1,3,'pawn P',NULL,1794857333757,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',88,'move',1,1,'pawn H',NULL,1794857333781,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',89,'move',1,5,'deploy A',NULL,1794857333830,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',90,'move',1,4,'pawn S',NULL,1794857333880,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',91,'move',1,1,'pawn H',NULL,1794857333906,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',92,'move',1,6,'deploy H',NULL,1794857334030,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',93,'move',1,11,'build their',NULL,1794857334061,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',94,'move',1,13,'end',NULL,1794857334090,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',95,'move',0,36,'migrate S H','15294-64',1794857334093,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',96,'move',0,13,'end','15294-65',1794857334117,'cc8d62a2950bdf61');
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',97,'move',1,26,'migrate H S',NULL,1794857334143,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',98,'move',1,2,'pawn M',NULL,1794857334209,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',99,'move',1,6,'deploy H',NULL,1794857334232,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',100,'move',1,13,'end',NULL,1794857334255,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',101,'move',0,21,'migrate A P','15294-66',1794857334263,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',102,'move',0,8,'deploy P','15294-67',1794857334264,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',103,'move',0,5,'deploy A','15294-68',1794857334266,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',104,'move',0,13,'end','15294-69',1794857334267,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',105,'move',1,24,'migrate H M',NULL,1794857334331,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',106,'move',1,1,'pawn H',NULL,1794857334401,NULL);
INSERT INTO "journal" VALUES('thn3d2fydaxwx8',107,'move',1,13,'end',NULL,1794857334428,'add5270771c380f3');
CREATE TABLE notes (
	table_id VARCHAR(20) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT notes_pk PRIMARY KEY (table_id, player), 
	CONSTRAINT notes_player_fk FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT notes_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "notes" VALUES('drqmujqnf56ne7','ace63d152e090a0f039b04b59d8db90e','a note');
CREATE TABLE players (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(32) NOT NULL, 
	login VARCHAR(64), 
	password VARCHAR(200), 
	created BIGINT NOT NULL, logouts INTEGER DEFAULT '0' NOT NULL, consent BOOLEAN DEFAULT '0' NOT NULL, 
	CONSTRAINT players_pk PRIMARY KEY (id), 
	CONSTRAINT players_login_key UNIQUE (login)
);
INSERT INTO "players" VALUES('95f876405ffa500dbc1e087c601738ed','Anna','anna','$argon2id$v=19$m=65536,t=3,p=4$kJTms4/LBAEGH1ORRvVFVQ$Q9g+5ilpd5utCNTj74n8NzUs5ainDDOdCJ0/iV0TkV8',1794857326330,1,0);
INSERT INTO "players" VALUES('ace63d152e090a0f039b04b59d8db90e','anna','anna2','$argon2id$v=19$m=65536,t=3,p=4$7cRuvq/YUizoKqLkbYAHaQ$sQbXZGckqTJvz/3cJIN1Djx8tc0SSJ3QBG2YmD1gwdU',1794857327086,1,0);
INSERT INTO "players" VALUES('66a7bb9991094a1787a46f1b1b2fd9e1','Moderator','boss','$argon2id$v=19$m=65536,t=3,p=4$oT1xgnpxh8ds9rST8UfVaA$K2AEuV/Paa9ijpbIS80IzNMMAjd5clMeSzhvmQTwCe0',1794857327873,1,0);
INSERT INTO "players" VALUES('686f83fcb324024fc4c9a7b968ebf182','Ana','ana','$argon2id$v=19$m=65536,t=3,p=4$HGpmv+94ub9C12g++0QJpA$KS6hjdZxAyNXUSXTXsXDX+JeRPpFnCjMof1gE5gZoU0',1794857328661,1,0);
INSERT INTO "players" VALUES('165ff7891cd6b2e5968893428ea6cb80','Anna',NULL,NULL,1794857329144,0,0);
CREATE TABLE puzzle_attempts (
	player VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	puzzle VARCHAR(20) NOT NULL, 
	"right" BOOLEAN NOT NULL, 
	rating FLOAT NOT NULL, 
	at BIGINT NOT NULL, 
	again BIGINT NOT NULL, 
	CONSTRAINT puzzle_attempts_pk PRIMARY KEY (player, game, puzzle), 
	CONSTRAINT puzzle_attempts_player_fk FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE puzzle_days (
	player VARCHAR(40) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	"right" BOOLEAN NOT NULL, 
	CONSTRAINT puzzle_days_pk PRIMARY KEY (player, date), 
	CONSTRAINT puzzle_days_player_fk FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE puzzle_ratings (
	player VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	CONSTRAINT puzzle_ratings_pk PRIMARY KEY (player, game), 
	CONSTRAINT puzzle_ratings_player_fk FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE puzzles (
	game VARCHAR(40) NOT NULL, 
	id VARCHAR(20) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	tried INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	CONSTRAINT puzzles_pk PRIMARY KEY (game, id)
);
CREATE TABLE reviews (
	table_id VARCHAR(20) NOT NULL, 
	asked BIGINT NOT NULL, 
	progress FLOAT DEFAULT '0' NOT NULL, 
	problem TEXT, 
	made TEXT, quality JSON, 
	CONSTRAINT reviews_pk PRIMARY KEY (table_id), 
	CONSTRAINT reviews_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE seats (
	table_id VARCHAR(20) NOT NULL, 
	seat INTEGER NOT NULL, 
	player VARCHAR(40), 
	bot VARCHAR(40), name VARCHAR(32), 
	CONSTRAINT seats_pk PRIMARY KEY (table_id, seat), 
	CONSTRAINT seats_player_fk FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT seats_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT seats_table_id_player_key UNIQUE (table_id, player)
);
INSERT INTO "seats" VALUES('drqmujqnf56ne7',0,'95f876405ffa500dbc1e087c601738ed',NULL,NULL);
INSERT INTO "seats" VALUES('drqmujqnf56ne7',1,'ace63d152e090a0f039b04b59d8db90e',NULL,NULL);
INSERT INTO "seats" VALUES('c522j35az5y2fd',0,'95f876405ffa500dbc1e087c601738ed',NULL,NULL);
INSERT INTO "seats" VALUES('c522j35az5y2fd',1,'165ff7891cd6b2e5968893428ea6cb80',NULL,NULL);
INSERT INTO "seats" VALUES('c522j35az5y2fd',2,'66a7bb9991094a1787a46f1b1b2fd9e1',NULL,NULL);
INSERT INTO "seats" VALUES('g76ykkhjtx5rhg',0,'66a7bb9991094a1787a46f1b1b2fd9e1',NULL,NULL);
INSERT INTO "seats" VALUES('g76ykkhjtx5rhg',1,'95f876405ffa500dbc1e087c601738ed',NULL,NULL);
INSERT INTO "seats" VALUES('kcuez4erswb45s',0,'165ff7891cd6b2e5968893428ea6cb80',NULL,NULL);
INSERT INTO "seats" VALUES('kcuez4erswb45s',1,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('thn3d2fydaxwx8',0,'165ff7891cd6b2e5968893428ea6cb80',NULL,NULL);
INSERT INTO "seats" VALUES('thn3d2fydaxwx8',1,NULL,'random',NULL);
CREATE TABLE service (
	id INTEGER NOT NULL, 
	seen BIGINT NOT NULL, 
	downtime BIGINT NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	CONSTRAINT service_pk PRIMARY KEY (id)
);
INSERT INTO "service" VALUES(1,1794857334595,736,'68f809f6b18e068f4da0d856f643a203a190054df910ae3330ac24ae46817e94');
CREATE TABLE studies (
	id VARCHAR(20) NOT NULL, 
	owner VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	text TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	CONSTRAINT studies_pk PRIMARY KEY (id), 
	CONSTRAINT studies_owner_fk FOREIGN KEY(owner) REFERENCES players (id)
);
CREATE TABLE tables (
	id VARCHAR(20) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seed VARCHAR(20) NOT NULL, 
	start JSON, 
	pace JSON NOT NULL, 
	leave VARCHAR(10) NOT NULL, 
	stand_in VARCHAR(40) NOT NULL, 
	public BOOLEAN NOT NULL, 
	host VARCHAR(40) NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	turn INTEGER NOT NULL, 
	bot_turn BOOLEAN NOT NULL, 
	deadline BIGINT, 
	result JSON, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	next VARCHAR(20), hints BOOLEAN DEFAULT '1' NOT NULL, taken_over JSON DEFAULT '[]' NOT NULL, awaited JSON DEFAULT '[]' NOT NULL, prospects BOOLEAN DEFAULT '1' NOT NULL, 
	CONSTRAINT tables_pk PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('drqmujqnf56ne7','babel',1,'{"hands": "3/5"}','960750950351595565','null','{"kind": "untimed", "base": 0, "increment": 0}','loss','random',1,'95f876405ffa500dbc1e087c601738ed','finished',-1,0,NULL,'{"winners": [0], "scores": [0, 0], "ending": "seat 1 resigned", "why": "resigned", "seat": 1}',1794857329150,1794857329269,NULL,0,'[]','[]',1);
INSERT INTO "tables" VALUES('c522j35az5y2fd','ur',2,'{"bonus": "rulebook", "culture": "each", "covered": true}','8563178300250103330','null','{"kind": "untimed", "base": 0, "increment": 0}','bot','random',1,'95f876405ffa500dbc1e087c601738ed','running',0,0,NULL,'null',1794857329280,1794857329808,NULL,0,'[1]','[]',1);
INSERT INTO "tables" VALUES('g76ykkhjtx5rhg','amyitis',2,'{"components": "standard"}','17306132667510833711','null','{"kind": "turn", "base": 86400000, "increment": 0}','loss','random',1,'66a7bb9991094a1787a46f1b1b2fd9e1','running',0,0,1794943729260,'null',1794857329884,1794857329997,NULL,0,'[]','[]',1);
INSERT INTO "tables" VALUES('kcuez4erswb45s','babylonia',1,'{"variant": false}','3493186799822072281','null','{"kind": "untimed", "base": 0, "increment": 0}','loss','random',1,'165ff7891cd6b2e5968893428ea6cb80','open',-1,0,NULL,'null',1794857330034,1794857330034,NULL,0,'[]','[]',1);
INSERT INTO "tables" VALUES('thn3d2fydaxwx8','babel',1,'{"hands": "3/5"}','1370851328987657572','null','{"kind": "untimed", "base": 0, "increment": 0}','loss','random',1,'165ff7891cd6b2e5968893428ea6cb80','finished',-1,0,NULL,'{"winners": [0], "scores": [3, 2], "ending": "the temple deck is empty", "why": "empty deck", "seat": -1}',1794857330054,1794857335164,NULL,1,'[]','[]',1);
CREATE TABLE tokens (
	id VARCHAR(20) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	label VARCHAR(60) NOT NULL, 
	created BIGINT NOT NULL, scope VARCHAR(10) DEFAULT 'play' NOT NULL, expires BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT tokens_pk PRIMARY KEY (id), 
	CONSTRAINT tokens_player_fk FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT tokens_hash_key UNIQUE (hash)
);
INSERT INTO "tokens" VALUES('t6mzkq3y4w3hxq','95f876405ffa500dbc1e087c601738ed','42f7fe6733f96493f327f1177d9092ced51282d85a85dc92dac31980bd8cc239','my bot',1794857335236,'play',1797449335236);
CREATE INDEX tables_attention ON tables (status, bot_turn, deadline);
CREATE INDEX tables_status_public_changed ON tables (status, public, changed);
CREATE INDEX chat_table_id ON chat (table_id);
CREATE INDEX seats_player ON seats (player);
CREATE INDEX tokens_player ON tokens (player);
CREATE INDEX tables_host ON tables (host);
CREATE INDEX studies_owner_changed ON studies (owner, changed);
COMMIT;
